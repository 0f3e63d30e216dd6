/** What looks like a piece for as long as it is on its way, and is none. */
export function likeness(piece: HTMLElement): HTMLElement {
  const ghost = piece.cloneNode(true) as HTMLElement;
  ghost.inert = true;
  ghost.setAttribute("aria-hidden", "true");
  ghost.removeAttribute("data-piece");
  return ghost;
}
