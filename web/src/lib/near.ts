/** How far outside the window something is about to come into sight. */
const MARGIN = "900px";

/** Call `then` once, when the element is about to come into sight: `{@attach near(() => …)}`. */
export const near =
  (then: () => void) =>
  (element: Element): (() => void) => {
    const watcher = new IntersectionObserver(
      (seen) => {
        if (!seen.some((one) => one.isIntersecting)) return;
        watcher.disconnect();
        then();
      },
      { rootMargin: MARGIN },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  };
