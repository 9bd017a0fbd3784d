/** Over https, or on this machine, the page can be installed and opens without a connection: `sw.js` is made by the build (web/installed.ts). */
const here = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
if (import.meta.env.PROD && "serviceWorker" in navigator && (location.protocol === "https:" || here)) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => {}));
}
export {};
