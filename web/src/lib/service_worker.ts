/**
 * Register the service worker (made by web/installable_app.ts), so that the page can be installed and opens without a connection. Browsers
 * allow that over https and on this machine.
 */
const here = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
if (import.meta.env.PROD && "serviceWorker" in navigator && (location.protocol === "https:" || here)) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => {}));
}
export {};
