/** How far a press may slip and still be a tap (pixels): a thumb is not as steady as a mouse. */
const THUMB = 14;
const MOUSE = 6;

/** How many pixels the pointer of an event may slip before a tap becomes a drag. */
export const slipOf = (event: { pointerType: string }): number => (event.pointerType === "mouse" ? MOUSE : THUMB);
