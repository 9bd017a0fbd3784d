/** Where others find this server, so that the links that are shown here open on their machines. */
import { get } from "./api";
import { i18n } from "./i18n.svelte";
import type { ServerAddresses } from "./messages";

let info = $state.raw<ServerAddresses | null>(null);
let chosen = $state("");

export const addresses = {
  /** What the server tells; null until it did. */
  get info(): ServerAddresses | null {
    return info;
  },
  /** The address with which links begin. */
  get base(): string {
    return chosen || info?.urls[0] || location.origin;
  },
  set base(url: string) {
    chosen = url;
  },
  /** Fetch them in the page's language. */
  async load(): Promise<void> {
    const answer = get<ServerAddresses>(`/api/addresses?language=${i18n.language}`);
    info = await answer.catch(() => info);
  },
};
