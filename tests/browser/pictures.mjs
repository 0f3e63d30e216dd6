// Pictures of the page, and whether one looks like the one that was approved.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

// Fonts and their smoothing differ from machine to machine, so pictures are compared in cells of so many pixels...
const CELL = 8;
// ... whose colours may differ by so much of 255, in so great a share of them.
const SHADES = 24;
const SHARE = 0.04;

/**
 * A table that is drawn from a fixed update: what the server tells of it is put aside. `more()` gives another update.
 * Its bots appear as the same ones each time.
 */
export async function fixed(page, update) {
  await page.exposeBinding("fixedUpdate", () => update().toString("base64"));
  await page.addInitScript(() => {
    // Nobody has seen the table before, so nobody has missed anything of what is laid out there.
    localStorage.removeItem("galaxytables.seen");
    const ask = globalThis.fetch;
    // A message keeps its length: what a persona is shorter by is a longer varint, or a field that nobody knows.
    const cast = ["tin_otter", "brass_owl", "iron_mole"];
    const recast = async (response) => {
      const bytes = new Uint8Array(await response.arrayBuffer());
      const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
      let seat = 0;
      const told = text.replace(/2([\x09-\x14])([a-z]+_[a-z]+)/g, (_field, _length, persona) => {
        const [now, more] = [cast[seat++ % cast.length], persona.length - 9];
        if (!more) return `2\x09${now}`;
        return more === 1 ? `2\x89\x00${now}` : `2\x09${now}z${String.fromCharCode(more - 2)}${"-".repeat(more - 2)}`;
      });
      const { status, headers } = response;
      return new Response(
        Uint8Array.from(told, (letter) => letter.charCodeAt(0)),
        { status, headers },
      );
    };
    globalThis.fetch = async (input, init) => {
      const call = String(input.url ?? input);
      if (call.endsWith("TableService/GetTable")) return recast(await ask(input, init));
      if (!call.endsWith("PlayService/WatchTable")) return ask(input, init);
      // One message of a Connect stream, which stays open.
      const tell = async (stream) => {
        const bytes = Uint8Array.from(atob(await fixedUpdate()), (each) => each.charCodeAt(0));
        const head = new DataView(new ArrayBuffer(5));
        head.setUint32(1, bytes.length);
        stream.enqueue(new Uint8Array(head.buffer));
        stream.enqueue(bytes);
      };
      const body = new ReadableStream({
        start(stream) {
          globalThis.more = () => tell(stream);
          return more();
        },
      });
      return new Response(body, { headers: { "content-type": "application/connect+proto" } });
    };
  });
}

/** The share of cells in which two pictures differ, below the header. */
export function difference(page, one, other) {
  return page.evaluate(
    async ({ pictures, cell, shades, header }) => {
      const cells = await Promise.all(
        pictures.map(async (data) => {
          const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
          const [width, height] = [Math.floor(bitmap.width / cell), Math.floor((bitmap.height - header) / cell)];
          const canvas = new OffscreenCanvas(width, height).getContext("2d");
          canvas.imageSmoothingQuality = "high";
          canvas.drawImage(bitmap, 0, header, width * cell, height * cell, 0, 0, width, height);
          return { size: `${bitmap.width}x${bitmap.height}`, data: canvas.getImageData(0, 0, width, height).data };
        }),
      );
      const [a, b] = cells;
      if (a.size !== b.size) return 1;
      let other = 0;
      for (let at = 0; at < a.data.length; at += 4)
        if ([0, 1, 2].some((colour) => Math.abs(a.data[at + colour] - b.data[at + colour]) > shades)) other += 1;
      return (other * 4) / a.data.length;
    },
    { pictures: [one, other].map((each) => each.toString("base64")), cell: CELL, shades: SHADES, header: 53 },
  );
}

/** Hold a picture against the approved one, or approve it. Says what is wrong. */
export async function compare(page, name, taken, { approved, folder, approve }) {
  const path = `${approved}/${name}.png`;
  if (approve) writeFileSync(path, taken);
  if (!existsSync(path)) return `${name}: no picture is approved: make pictures`;
  const differs = await difference(page, taken, readFileSync(path));
  if (differs <= SHARE) return "";
  writeFileSync(`${folder}/${name}.png`, taken);
  const much = `${(differs * 100).toFixed(1)} % of it`;
  return `${name} does not look as approved, ${much} differs: ${folder}/${name}.png; if that is right: make pictures`;
}

/** A picture as WebP, as good as it can be in so many bytes. */
export async function asWebp(page, taken, most = 60_000) {
  const data = await page.evaluate(
    async ([data, most]) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext("2d").drawImage(bitmap, 0, 0);
      let blob;
      for (let quality = 0.8; !blob || (blob.size > most && quality > 0); quality -= 0.1)
        blob = await canvas.convertToBlob({ type: "image/webp", quality });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    },
    [taken.toString("base64"), most],
  );
  return Buffer.from(data, "base64");
}

export { SHARE };
