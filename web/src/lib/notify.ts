/** The browser's notification on one's turn, while the tab is in the background. */
import { prefer, preferences } from "./preferences.svelte";
import { keep, recall } from "./storage";

/** Whether the browser can notify at all, and has not been told never to. */
export const canNotify = (): boolean => "Notification" in window && Notification.permission !== "denied";

/** Whether the page may still ask: once in the life of this browser, and never unasked for. */
export const mayOffer = (): boolean => canNotify() && !preferences.notify && !recall("notify.offered", false);

/** The visitor has answered the offer. */
export const offered = (): void => keep("notify.offered", true);

/** Switch notifications on or off; the browser asks for permission itself. Whether they are on now. */
export async function setNotify(on: boolean): Promise<boolean> {
  const allowed = on && canNotify() && (await Notification.requestPermission()) === "granted";
  prefer({ notify: allowed });
  return allowed;
}

/** Tell of one's turn, unless the page is in sight. */
export function notify(title: string, text: string, tag: string): void {
  if (!preferences.notify || !document.hidden || !("Notification" in window)) return;
  if (Notification.permission !== "granted") return;
  try {
    const note = new Notification(title, { body: text, tag });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // phones allow them to service workers alone
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, { body: text, tag }));
  }
}
