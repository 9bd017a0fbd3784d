/** Showing components in a document, and acting on them. */
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, vi } from "vitest";
import { i18n } from "../../src/lib/i18n.svelte";
import { keep } from "../../src/lib/storage";
import { Line, server } from "./network";

export { Line, server };

const mounted = new Map<HTMLElement, object>();

/** Show a component; the element that holds it. */
export function show<Props extends object>(component: Component<Props>, props: Props): HTMLElement {
  const target = document.body.appendChild(document.createElement("div"));
  mounted.set(target, mount(component, { target, props }));
  flushSync();
  return target;
}

/** Take a component away. */
export async function close(target: HTMLElement): Promise<void> {
  await unmount(mounted.get(target)!);
  mounted.delete(target);
  target.remove();
}

/** Let answers come, and what follows from them. */
export async function settle(): Promise<void> {
  for (let n = 0; n < 8; n++) {
    await vi.dynamicImportSettled();
    await new Promise((go) => setTimeout(go));
    flushSync();
  }
}

/** The button, link or field of this name. */
export function named<E extends HTMLElement = HTMLElement>(place: ParentNode, name: string): E {
  const all = [...place.querySelectorAll<E>("button, a, input, select, label, summary, [role=button]")];
  const found = all.find((one) => (one.getAttribute("aria-label") ?? one.textContent).trim().startsWith(name));
  if (!found) throw new Error(`no "${name}" among: ${all.map((one) => one.textContent.trim()).join(" | ")}`);
  return found;
}

export function press(element: HTMLElement): void {
  element.click();
  flushSync();
}

/** Press a key, as seen from an element. */
export function key(element: HTMLElement, name: string): void {
  element.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  flushSync();
}

beforeEach(async () => {
  Line.all = [];
  server.asked = [];
  server.answers = {};
  localStorage.clear();
  keep("sounds", false);
  history.replaceState(null, "", "/");
  await i18n.begun;
});

afterEach(async () => {
  for (const target of mounted.keys()) await close(target);
});
