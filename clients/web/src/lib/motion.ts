/** Pieces fly from where they lay to where they lie: a card from hand to tableau, a die to its phase, a good away. */
import { type Box, moves } from "../drawing/motion.js";
import { likeness } from "./likeness.js";

const MOVE = { duration: 360, easing: "cubic-bezier(.2,.75,.25,1)" } as const;
const ENTER = { duration: 240, easing: "ease-out" } as const;
const LEAVE = { duration: 220, easing: "ease-in" } as const;

/** A page that nobody sees is not drawn; it goes on without. */
const UNSEEN_MILLISECONDS = 100;

/** Do something when the page is drawn next. */
export function nextFrame(work: () => void): void {
  const done = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    work();
  };
  const timer = setTimeout(done, UNSEEN_MILLISECONDS);
  const frame = requestAnimationFrame(done);
}

interface Picture {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly pieces: ReadonlyMap<string, HTMLElement | SVGElement>;
}

/** Whether the system, or the reader here, asks for a table without motion. */
export function still(setting: boolean): boolean {
  return !setting || matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
}

/** Where every piece lies now. */
export function picture(root: HTMLElement): Picture {
  const boxes = new Map<string, Box>();
  const pieces = new Map<string, HTMLElement | SVGElement>();
  for (const piece of root.querySelectorAll<HTMLElement | SVGElement>("[data-piece]")) {
    const id = piece.dataset["piece"] ?? "";
    const { x, y, width, height } = piece.getBoundingClientRect();
    if (!id || !width || boxes.has(id)) continue;
    boxes.set(id, { x, y, width, height });
    pieces.set(id, piece);
  }
  return { boxes, pieces };
}

/** Show what has happened since a picture was taken. */
export function play(root: HTMLElement, before: Picture): void {
  const now = picture(root);
  for (const move of moves(before.boxes, now.boxes)) {
    if (move.kind === "leave") depart(before.pieces.get(move.id), move.from);
    else {
      const piece = now.pieces.get(move.id);
      if (!piece) continue;
      if (move.kind === "move") fly(piece, offset(move.from, move.to));
      else piece.animate([{ opacity: 0, scale: "0.6", translate: "0 -14px" }, {}], ENTER);
    }
  }
}

/** What flies lies over the rest. Were that a part of the animation, the page would be drawn anew for each of its frames. */
function fly(piece: HTMLElement | SVGElement, from: string): void {
  piece.style.zIndex = "4";
  const flight = piece.animate([{ translate: from }, {}], MOVE);
  flight.onfinish = flight.oncancel = () => piece.style.removeProperty("z-index");
}

function offset(from: Box, to: Box): string {
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  return `${x}px ${y}px`;
}

/** A piece that is gone is seen once more, on its way. */
function depart(piece: HTMLElement | SVGElement | undefined, from: Box): void {
  if (!(piece instanceof HTMLElement) || piece.isConnected) return;
  const ghost = likeness(piece);
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${from.x}px`,
    top: `${from.y}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    margin: "0",
    zIndex: "8",
    pointerEvents: "none",
  });
  ghost.style.setProperty("--w", `${from.width}px`);
  document.body.append(ghost);
  const away = ghost.animate([{}, { opacity: 0, scale: "0.5", translate: "0 -40px" }], LEAVE);
  away.onfinish = away.oncancel = () => ghost.remove();
}
