/** What looks like a piece for as long as it is on its way, and is none. */
export function likeness(piece: HTMLElement): HTMLElement {
  const ghost = piece.cloneNode(true) as HTMLElement;
  ghost.inert = true;
  ghost.setAttribute("aria-hidden", "true");
  ghost.removeAttribute("data-piece");
  // What is on a canvas is not cloned with it.
  const painted = piece.querySelectorAll("canvas");
  for (const [index, canvas] of ghost.querySelectorAll("canvas").entries()) {
    const from = painted[index];
    if (from?.width) canvas.getContext("2d", { willReadFrequently: true })?.drawImage(from, 0, 0);
  }
  return ghost;
}
