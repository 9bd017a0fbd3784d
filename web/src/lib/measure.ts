/** Work around the frame: what is measured is measured together, before anything is changed; what can wait waits until the picture stands. */
type Measure = () => (() => void) | void;

const asked = new Map<object, Measure>();

/** Measure the page in the next frame; what is returned changes it, once everybody has measured. Asked again for the same thing, it is done once. */
export function measure(thing: object, read: Measure): void {
  if (!asked.size) requestAnimationFrame(all);
  asked.set(thing, read);
}

export function forget(thing: object): void {
  asked.delete(thing);
}

function all(): void {
  const now = [...asked.values()];
  asked.clear();
  for (const write of now.map((read) => read())) write?.();
}

/** After the next picture. */
export function afterPicture(act: () => void): void {
  if (document.hidden) setTimeout(act);
  else requestAnimationFrame(() => setTimeout(act));
}
