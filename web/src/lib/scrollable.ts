import { forget, measure } from "./measure";

/** A Svelte action for a box that may scroll: while it does, keys can reach it, and `data-more` says that there is more below. */
export function scrollable(node: HTMLElement): { destroy: () => void } {
  const look = () => {
    const over = node.scrollHeight > node.clientHeight + 1;
    const more = over && node.scrollTop + node.clientHeight < node.scrollHeight - 4;
    if (over === node.hasAttribute("tabindex") && more === node.hasAttribute("data-more")) return;
    return () => {
      if (over) node.tabIndex = 0;
      else node.removeAttribute("tabindex");
      node.toggleAttribute("data-more", more);
    };
  };
  const soon = (): void => measure(node, look);
  const [size, content] = [new ResizeObserver(soon), new MutationObserver(soon)];
  size.observe(node);
  content.observe(node, { childList: true, subtree: true, characterData: true });
  node.addEventListener("scroll", soon, { passive: true });
  return {
    destroy() {
      forget(node);
      size.disconnect();
      content.disconnect();
    },
  };
}
