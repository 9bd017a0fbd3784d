import { keep, recall } from "./storage";

/** Light or dark: the setting of the system, until the visitor chooses. */
export type Theme = "light" | "dark";

const night = matchMedia("(prefers-color-scheme: dark)");
let chosen = $state<Theme | "">(recall<Theme | "">("theme", ""));
let system = $state<Theme>(night.matches ? "dark" : "light");
night.addEventListener("change", () => (system = night.matches ? "dark" : "light"));

export const theme = {
  get now(): Theme {
    return chosen || system;
  },
  turn(): void {
    chosen = this.now === "dark" ? "light" : "dark";
    keep("theme", chosen);
    this.show();
  },
  show(): void {
    document.documentElement.dataset.theme = this.now;
    document
      .querySelector("meta[name=theme-color]")
      ?.setAttribute("content", this.now === "dark" ? "#10151f" : "#e2d6c0");
  },
};
theme.show();
night.addEventListener("change", () => theme.show());
