/** Paints pictures of components, beside the page's own thread: what the page shows is an image, one thing to draw. */
import { developmentArt, FIELD, type Ink, type Mark, worldArt } from "../drawing/art.js";
import type { Order, Painted } from "./pictures.js";

addEventListener("message", ({ data: orders }: MessageEvent<readonly Order[]>) => {
  const painted = orders.map(async (order): Promise<Painted> => ({ key: order.key, blob: await paint(order) }));
  // All at once, so that the page changes but once for them.
  void Promise.all(painted).then((all) => postMessage(all));
});

function paint({ subject, colour, scale }: Order): Promise<Blob> {
  const { id, world, tone, production } = subject;
  const canvas = new OffscreenCanvas(Math.round(FIELD.width * scale), Math.round(FIELD.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("nothing can be painted here");
  const inks = inksOf(context, colour);
  ground(context, inks.tone, world);
  for (const mark of world ? worldArt(id, production) : developmentArt(id, tone)) add(context, mark, inks, scale);
  return canvas.convertToBlob();
}

interface Inks extends Readonly<Record<Exclude<Ink, "light">, string>> {
  readonly light: CanvasGradient;
}

function inksOf(context: OffscreenCanvasRenderingContext2D, tone: string): Inks {
  // The light that falls on a disc of radius 1.
  const light = context.createRadialGradient(-0.36, -0.44, 0, -0.36, -0.44, 1.7);
  light.addColorStop(0, "#ffffffd9");
  light.addColorStop(0.3, "#ffffff1f");
  light.addColorStop(0.62, "#0000001a");
  light.addColorStop(1, "#000000c7");
  const pale = `color-mix(in srgb, ${tone} 65%, #fff)`;
  return { tone, pale, light, night: "#0b1020", grey: "#aab3c9", black: "#000", white: "#fff" };
}

const NIGHT = "#0a0e1c";

/** The sky: from the tone of the card to the dark. */
function ground(context: OffscreenCanvasRenderingContext2D, tone: string, world: boolean): void {
  const { width, height } = context.canvas;
  // As a style sheet has it from corner to corner: the line stands upright on the other diagonal.
  const half = (width * height) / (width * width + height * height);
  const [x, y] = [height * half, width * half];
  const sky = context.createLinearGradient(width / 2 - x, height / 2 - y, width / 2 + x, height / 2 + y);
  sky.addColorStop(0, `color-mix(in srgb, ${tone} ${world ? 28 : 75}%, ${NIGHT})`);
  sky.addColorStop(1, world ? "#070a14" : `color-mix(in srgb, #070a14 85%, ${NIGHT})`);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
}

const DISC = new Path2D("M-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z");

function add(context: OffscreenCanvasRenderingContext2D, mark: Mark, inks: Inks, scale: number): void {
  const { at, disc, path, fill, evenly, line, width = 1, dashes = [], opacity = 1 } = mark;
  const outline = new Path2D(path);
  context.save();
  context.scale(scale, scale);
  if (at) {
    context.translate(at.x, at.y);
    context.scale(at.scale ?? 1, at.scale ?? 1);
    context.rotate(((at.tilt ?? 0) * Math.PI) / 180);
  }
  if (disc) context.clip(DISC);
  context.globalAlpha = opacity;
  if (fill) {
    context.fillStyle = inks[fill];
    context.fill(outline, evenly ? "evenodd" : "nonzero");
  }
  if (line) {
    context.strokeStyle = inks[line];
    context.lineWidth = width;
    context.lineCap = line === "white" ? "round" : "butt";
    context.setLineDash([...dashes]);
    context.stroke(outline);
  }
  context.restore();
}
