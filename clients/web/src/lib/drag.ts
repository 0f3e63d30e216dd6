/** Dragging beside clicking: a piece that can be picked follows the pointer, and is let go where it belongs. */

import { likeness } from "./likeness.js";

export interface Dragging {
  /** Ids of places where this piece may be dropped, of those to which it can be carried ahead of the question too. */
  goals(piece: string, ahead: readonly string[]): ReadonlySet<string>;
  /** The piece was let go over these places, the innermost first. */
  drop(piece: string, places: readonly string[], ahead: readonly string[]): void;
  /** A key has moved the piece to a place. */
  move(piece: string, places: readonly string[], ahead: readonly string[]): void;
}

/** A pointer that moved less than this clicked. */
const FAR = 8;
const PIECE = "[data-piece].can";
const PLACE = "[data-piece], [data-place]";
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Let pieces within an element be dragged; returns what ends it. */
export function draggable(root: HTMLElement, dragging: Dragging): () => void {
  let from: PointerEvent | undefined;
  let piece: HTMLElement | undefined;
  let ghost: HTMLElement | undefined;
  let lit: Element[] = [];
  let frame = 0;

  const idsOf = (element: HTMLElement | SVGElement) =>
    [element.dataset["piece"], ...(element.dataset["place"]?.split(" ") ?? [])].filter((id) => id !== undefined);

  const aheadOf = (element: HTMLElement) => element.dataset["ahead"]?.split(" ") ?? [];

  function goalsOf(element: HTMLElement): HTMLElement[] {
    const goals = dragging.goals(element.dataset["piece"] ?? "", aheadOf(element));
    return [...root.querySelectorAll<HTMLElement>(PLACE)].filter((each) => idsOf(each).some((id) => goals.has(id)));
  }

  function lift(): void {
    if (!piece) return;
    const box = piece.getBoundingClientRect();
    ghost = likeness(piece);
    ghost.classList.add("dragged");
    ghost.style.setProperty("--w", `${box.width}px`);
    Object.assign(ghost.style, {
      // Whatever place the piece's own style gives it.
      position: "fixed",
      left: `${box.x}px`,
      top: `${box.y}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    document.body.append(ghost);
    lit = goalsOf(piece);
    for (const each of lit) each.classList.add("goal");
  }

  function down(event: PointerEvent): void {
    // A finger scrolls; only what says so is dragged by one.
    const found = (event.target as Element).closest<HTMLElement>(PIECE);
    if (event.button !== 0 || !found || (event.pointerType === "touch" && !found.classList.contains("die"))) return;
    [from, piece] = [event, found];
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", end);
  }

  function move(event: PointerEvent): void {
    if (!from) return;
    const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
    if (!ghost && Math.hypot(x, y) < FAR) return;
    if (!ghost) lift();
    event.preventDefault();
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => ghost && (ghost.style.translate = `${x}px ${y}px`));
  }

  function up(event: PointerEvent): void {
    const [dropped, carried] = [ghost, piece];
    end();
    if (!dropped || !carried) return;
    // The click that follows is none.
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
    const places = document
      .elementsFromPoint(event.clientX, event.clientY)
      .flatMap((each) => [each.closest<HTMLElement>(PLACE)])
      .filter((each) => each !== null && each !== carried && root.contains(each))
      .flatMap((each) => (each ? idsOf(each) : []));
    const home = carried.getBoundingClientRect();
    const back = event.clientY > home.top && event.clientY < home.bottom && !places.length;
    if (!back) dragging.drop(carried.dataset["piece"] ?? "", [...new Set(places)], aheadOf(carried));
  }

  /** An arrow moves a die to the next of its places, from where it is. */
  function keyed(event: KeyboardEvent): void {
    const way = STEPS[event.key];
    const carried = (event.target as Element).closest<HTMLElement>(`${PIECE}.die`);
    if (!way || !carried || event.ctrlKey || event.metaKey || event.altKey) return;
    const places = goalsOf(carried);
    if (!places.length) return;
    event.preventDefault();
    const here = places.findIndex((each) => each.contains(carried));
    const next = here < 0 ? (way > 0 ? 0 : places.length - 1) : (here + way + places.length) % places.length;
    const goal = places[next];
    if (goal) dragging.move(carried.dataset["piece"] ?? "", idsOf(goal), aheadOf(carried));
  }

  function swallow(event: Event): void {
    event.stopPropagation();
    event.preventDefault();
  }

  function end(): void {
    cancelAnimationFrame(frame);
    ghost?.remove();
    for (const each of lit) each.classList.remove("goal");
    [from, piece, ghost, lit] = [undefined, undefined, undefined, []];
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", end);
  }

  /** The browser drags pictures and marked words by itself, and then gives no more pointer moves. */
  function keep(event: Event): void {
    if (piece) event.preventDefault();
  }

  root.addEventListener("pointerdown", down);
  root.addEventListener("dragstart", keep);
  root.addEventListener("keydown", keyed);
  return () => {
    end();
    root.removeEventListener("keydown", keyed);
    root.removeEventListener("pointerdown", down);
    root.removeEventListener("dragstart", keep);
  };
}
