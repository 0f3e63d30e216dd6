import { create } from "@bufbuild/protobuf";
import { RecordSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { expect, test } from "vitest";
import { recordDigest } from "galaxytables-client";
import { Chance, check, checkReplay, hex, keyOf, sha256 } from "../src/model/fair.js";

// The example of docs/reference/chance.md.
const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const entropy = ["salt", "", "pepper"].map((text) => new TextEncoder().encode(text));
const COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";

test("seed, commitment and key are those of the document", async () => {
  expect(hex(await sha256(seed))).toBe(COMMITMENT);
  expect(hex(await keyOf(seed, entropy))).toBe("baf6f16cb9cf8e8ba60582b51ea4c3b752851c932e21ba3ff15e0e63429de440");
});

test("draws run on over blocks", async () => {
  const chance = await Chance.of(await keyOf(seed, entropy));
  const draws = [];
  for (let index = 0; index < 5; index += 1) draws.push(await chance.draw());
  expect([draws[0], draws[4]]).toEqual([12202914616581354648n, 9659950063465044068n]);
});

test("dice and shuffles come out as told", async () => {
  const dice = await Chance.of(await keyOf(seed, entropy));
  const faces = [];
  for (let index = 0; index < 5; index += 1) faces.push(await dice.outcome(6));
  expect(faces).toEqual([0, 2, 2, 3, 2]);
  const cards = await Chance.of(await keyOf(seed, entropy));
  expect((await cards.shuffled([..."ABCDE"])).join(" ")).toBe("A B E C D");
});

test("a record that breaks its promise is found out", async () => {
  const record = create(RecordSchema, { seed, entropy });
  const commitment = await sha256(seed);
  const noted = { commitment: COMMITMENT, entropy: hex(entropy[2] ?? new Uint8Array()) };
  const holds = async (...of: Parameters<typeof check>) => (await check(...of)).map((each) => each.holds);
  expect(await holds(record, commitment, noted, 2)).toEqual([true, true, true]);
  expect(await holds(record, commitment, noted, 0)).toEqual([true, true, false]);
  expect(await holds(record, commitment, {}, undefined)).toEqual([true, undefined, undefined]);
  record.introduction = true;
  expect((await check(record, commitment, noted, 2))[0]).toEqual({ what: "secret", holds: false });
  record.introduction = false;
  record.sandbox = true;
  expect((await check(record, commitment, noted, 2))[0]).toEqual({ what: "secret", holds: false });
  record.sandbox = false;
  record.seed = Uint8Array.of(1, ...seed.slice(1));
  expect(await holds(record, commitment, noted, 2)).toEqual([false, false, true]);
});

test("a replay is of the record that this browser has, and of no other", async () => {
  const record = create(RecordSchema, { seed, entropy, digestAlgorithm: "canonical-1" });
  const digest = (await recordDigest(record)) ?? new Uint8Array();
  expect((await checkReplay(record, { verified: true, digest })).holds).toBe(true);
  expect((await checkReplay(record, { verified: false, digest })).holds).toBe(false);
  expect((await checkReplay(record, { verified: true, digest: seed })).holds).toBe(false);
  const older = create(RecordSchema, { seed, entropy });
  expect((await checkReplay(older, { verified: true, digest: seed })).holds).toBe(true);
});
