/** Rings on the table for what the moment that is looked back at was about. */
const DRAWN = "[data-piece], [data-place], [data-shows]";
const MARK = "data-happened";

const idsOf = ({ dataset }: HTMLElement | SVGElement) =>
  [dataset["piece"], dataset["place"], dataset["shows"]].flatMap((ids) => ids?.split(" ") ?? []);

/** Ring what is drawn by one of these ids, as often as it is drawn anew, until the call that is given back. */
export function encircle(root: HTMLElement, ids: ReadonlySet<string>): () => void {
  const clear = () => {
    for (const ringed of root.querySelectorAll(`[${MARK}]`)) ringed.removeAttribute(MARK);
  };
  const draw = () => {
    clear();
    for (const each of root.querySelectorAll<HTMLElement | SVGElement>(DRAWN))
      // A part of what is ringed, or a name in a sentence, has no ring of its own.
      if (!each.closest(`[${MARK}], .past`) && idsOf(each).some((id) => ids.has(id))) each.setAttribute(MARK, "");
  };
  const watched = new MutationObserver(draw);
  watched.observe(root, { childList: true, subtree: true });
  draw();
  return () => {
    watched.disconnect();
    clear();
  };
}
