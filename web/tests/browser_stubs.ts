/** What modules expect of a browser when they are loaded, for tests that run in Node. */
const stored = new Map<string, string>();
const listeners: string[] = [];

Object.assign(globalThis, {
  window: globalThis,
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    clear: () => stored.clear(),
  },
  document: { documentElement: { lang: "" }, hidden: false, addEventListener: () => {} },
  addEventListener: (type: string) => void listeners.push(type),
  fetch: () => new Promise(() => {}), // no server: requests never end
});
Object.defineProperty(globalThis, "navigator", {
  value: { languages: ["en-GB"], language: "en-GB" },
  configurable: true,
});
