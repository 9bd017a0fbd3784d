/** For a box of bounded height: it can be reached by keys while it scrolls, and is marked (`data-more`) while there is more below. */
export function scrolls(node: HTMLElement): { destroy: () => void } {
  let asked = 0;
  const look = (): void => {
    const over = node.scrollHeight > node.clientHeight + 1;
    if (over) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
    node.toggleAttribute("data-more", over && node.scrollTop + node.clientHeight < node.scrollHeight - 4);
  };
  const soon = (): void => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(look);
  };
  const [size, content] = [new ResizeObserver(soon), new MutationObserver(soon)];
  size.observe(node);
  content.observe(node, { childList: true, subtree: true, characterData: true });
  node.addEventListener("scroll", soon, { passive: true });
  return {
    destroy() {
      cancelAnimationFrame(asked);
      size.disconnect();
      content.disconnect();
    },
  };
}
