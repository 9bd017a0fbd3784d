/** Whether somebody has touched the page since it was opened: browsers allow sound only after that. */
let touched = false;
for (const event of ["pointerdown", "keydown"])
  addEventListener(event, () => (touched = true), { once: true, capture: true });

export const wasTouched = (): boolean => touched;
