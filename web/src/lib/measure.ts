/**
 * Work around a frame of the browser. Reading sizes after a change makes the browser lay out the page at once, so all reads of a frame come
 * first and all changes after them.
 */
type Measure = () => (() => void) | void;

const waiting = new Map<object, Measure>();

/** Measure the page in the next frame. What `read` returns may change the page, after all have measured. Once per frame for each `thing`. */
export function measure(thing: object, read: Measure): void {
  if (!waiting.size) requestAnimationFrame(measureAll);
  waiting.set(thing, read);
}

/** Take back what `measure` was called for. */
export function forget(thing: object): void {
  waiting.delete(thing);
}

function measureAll(): void {
  const reads = [...waiting.values()];
  waiting.clear();
  for (const change of reads.map((read) => read())) change?.();
}

/** Act after the next frame has been drawn. */
export function afterPicture(act: () => void): void {
  if (document.hidden) setTimeout(act);
  else requestAnimationFrame(() => setTimeout(act));
}
