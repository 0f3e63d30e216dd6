/** A menu closes by Escape, which gives the focus back to what opened it, by a click outside, and by what it does. */
export function closing(menu: HTMLDetailsElement): () => void {
  const outside = (event: Event) => {
    if (menu.open && !menu.contains(event.target as Node)) menu.open = false;
  };
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
    event.stopPropagation();
  };
  const chosen = (event: Event) => {
    if ((event.target as Element).closest("button, a")) menu.open = false;
  };
  menu.addEventListener("click", chosen);
  document.addEventListener("pointerdown", outside);
  // Before the page hears of the key: it closes the menu and does nothing else.
  document.addEventListener("keydown", keyed, { capture: true });
  return () => {
    menu.removeEventListener("click", chosen);
    document.removeEventListener("pointerdown", outside);
    document.removeEventListener("keydown", keyed, { capture: true });
  };
}
