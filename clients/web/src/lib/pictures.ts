/** Pictures of components: each is painted once, by a thread of its own, and shown as an image wherever it is needed. */
import type { Component } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { FIELD } from "../drawing/art.js";
import { mainMoment } from "../drawing/powers.js";
import { type Catalogue, wordOf } from "../model/catalogue.js";

/** What a picture shows; nothing else changes it. */
export interface Subject {
  readonly id: string;
  readonly world: boolean;
  /** The good of a world, the moment of a development: what its colour stands for. */
  readonly tone: string;
  readonly production: string;
  /** How wide it is shown at most, in pixels of the page. */
  readonly wide: number;
}

/** What the painter is told. */
export interface Order {
  readonly key: string;
  readonly subject: Subject;
  /** The tone as the page has it. */
  readonly colour: string;
  /** Pixels of the picture for one of the field that it is drawn on. */
  readonly scale: number;
}

export interface Painted {
  readonly key: string;
  readonly blob: Blob;
}

/** Show a picture as soon as it is painted; another one where the page is magnified. */
export function show(image: HTMLImageElement, subject: Subject): () => void {
  const put = () => {
    const key = keyOf(subject);
    const painted = pictures.get(key);
    if (painted) image.src = painted.src;
    else awaited.set(key, (awaited.get(key) ?? new Set()).add(put));
    order([subject]);
  };
  put();
  shown.add(put);
  return () => shown.delete(put);
}

/** The picture of a card: of a world, or else of a development. */
export function pictureOf({ id, kind, facts, powers }: Component): Subject {
  const world = kind === "world";
  const good = wordOf(facts, "good") || wordOf(facts, "colour") || "grey";
  const tone = world ? good : mainMoment(powers) || "none";
  return { id, world, tone, production: wordOf(facts, "production"), wide: WIDTH };
}

/** Have the pictures of all cards painted before they are needed, a few at a time; gives how to stop that. */
export function prepare(catalogue: Catalogue): () => void {
  const cards = [...catalogue.values()].filter(({ kind }) => kind === "world" || kind === "development");
  const timer = setInterval(() => {
    order(cards.splice(0, AT_ONCE).map(pictureOf));
    if (!cards.length) clearInterval(timer);
  }, PAUSE_MILLISECONDS);
  return () => clearInterval(timer);
}

const WIDTH = 200;
const AT_ONCE = 6;
const PAUSE_MILLISECONDS = 100;

function order(subjects: readonly Subject[]): void {
  const wanted = subjects.filter((subject) => !ordered.has(keyOf(subject)));
  if (!wanted.length) return;
  // What is asked for at the same moment is one order.
  if (!pending.length) queueMicrotask(send);
  pending.push(...wanted);
  for (const subject of wanted) ordered.add(keyOf(subject));
}

const shown = new Set<() => void>();
/** Pictures stay loaded, so that an image that shows one is complete at once. */
const pictures = new Map<string, HTMLImageElement>();
const awaited = new Map<string, Set<() => void>>();
const ordered = new Set<string>();
const pending: Subject[] = [];

function watch(): void {
  const magnified = () => {
    for (const put of shown) put();
    watch();
  };
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", magnified, { once: true });
}
watch();

const painter = new Worker(new URL("painter.ts", import.meta.url), { type: "module" });
painter.addEventListener("message", ({ data }: MessageEvent<readonly Painted[]>) => {
  for (const { key, blob } of data) {
    const picture = new Image();
    picture.src = URL.createObjectURL(blob);
    pictures.set(key, picture);
    const waiting = awaited.get(key) ?? [];
    awaited.delete(key);
    for (const put of waiting) if (shown.has(put)) put();
  }
});

function send(): void {
  const orders = pending.splice(0).map((subject): Order => {
    const scale = (subject.wide / FIELD.width) * devicePixelRatio;
    return { key: keyOf(subject), subject, colour: colour(subject.tone), scale };
  });
  painter.postMessage(orders);
}

function keyOf({ id, world, tone, production, wide }: Subject): string {
  return [id, world, tone, production, wide * devicePixelRatio].join("\n");
}

const palette = new Map<string, string>();

/** A colour of the page, which is asked for once: to ask for the style of what has just changed takes long. */
function colour(name: string): string {
  const known = palette.get(name) ?? getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  palette.set(name, known);
  return known || colour("grey");
}
