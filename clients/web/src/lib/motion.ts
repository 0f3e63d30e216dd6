/** Pieces fly from where they lay to where they lie: a card from hand to tableau, a good away. Dice roll, and points land. */
import { type Box, gains, type Move, moves, rolled } from "../drawing/motion.js";
import { likeness } from "./likeness.js";

const MOVE = { duration: 360, easing: "cubic-bezier(.2,.75,.25,1)" } as const;
const ENTER = { duration: 240, easing: "ease-out" } as const;
const ROLL = { duration: 560, easing: "ease-out", fill: "backwards" } as const;
/** After the pieces that have brought the points. */
const LAND = { duration: 900, delay: 240, easing: "ease-in-out", fill: "backwards" } as const;
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

export interface Picture {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly pieces: ReadonlyMap<string, HTMLElement | SVGElement>;
  /** Points by where they stand. */
  readonly points: ReadonlyMap<string, number>;
  readonly stands: ReadonlyMap<string, HTMLElement>;
}

/** What has happened between two pictures, as far as it is seen and heard. */
export interface Happened {
  readonly moved: boolean;
  readonly rolled: boolean;
  readonly gained: boolean;
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
    boxes.set(id, { x, y, width, height, face: piece.dataset["face"] });
    pieces.set(id, piece);
  }
  const points = new Map<string, number>();
  const stands = new Map<string, HTMLElement>();
  for (const stand of root.querySelectorAll<HTMLElement>("[data-points]")) {
    const [where, count] = [stand.dataset["points"] ?? "", Number.parseInt(stand.textContent, 10)];
    if (!Number.isFinite(count)) continue;
    points.set(where, count);
    stands.set(where, stand);
  }
  return { boxes, pieces, points, stands };
}

/** Show what has happened since a picture was taken, unless nothing is to move; say what it was. */
export function play(root: HTMLElement, before: Picture, moving: boolean): Happened {
  const now = picture(root);
  const moved = moves(before.boxes, now.boxes);
  const dice = rolled(before.boxes, now.boxes);
  const gained = gains(before.points, now.points);
  if (moving) {
    show(moved, before, now);
    for (const [index, id] of dice.entries()) roll(now.pieces.get(id), index);
    for (const [where, by] of gained) land(now.stands.get(where), by);
  }
  return { moved: moved.length > 0, rolled: dice.length > 0, gained: gained.length > 0 };
}

function show(all: readonly Move[], before: Picture, now: Picture): void {
  for (const move of all) {
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

/** Dice roll out one after the other. */
function roll(die: HTMLElement | SVGElement | undefined, place: number): void {
  const frames = [{ rotate: "-300deg", scale: "0.6" }, { rotate: "14deg", scale: "1.08", offset: 0.7 }, {}];
  die?.animate(frames, { ...ROLL, delay: Math.min(place * 40, 400) });
}

/** Points come down to where they stand, which swells for a moment. */
function land(stand: HTMLElement | undefined, by: number): void {
  if (!stand) return;
  const { right, top, height } = stand.getBoundingClientRect();
  const gain = document.createElement("b");
  gain.textContent = `+${by}`;
  gain.setAttribute("aria-hidden", "true");
  Object.assign(gain.style, {
    position: "fixed",
    right: `${document.documentElement.clientWidth - right}px`,
    top: `${top}px`,
    lineHeight: `${height}px`,
    color: "var(--hi)",
    zIndex: "8",
    pointerEvents: "none",
  });
  document.body.append(gain);
  const falls = [
    { opacity: 0, translate: "0 -2.2em", scale: "1.3" },
    { opacity: 1, translate: "0 -1.6em", offset: 0.3 },
  ];
  const flight = gain.animate([...falls, { opacity: 0, translate: "0 0", scale: "0.8" }], LAND);
  flight.onfinish = flight.oncancel = () => gain.remove();
  stand.animate([{}, { scale: "1.25", offset: 0.8 }, {}], LAND);
}
