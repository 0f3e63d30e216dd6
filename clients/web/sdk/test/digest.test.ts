import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create, fromBinary } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { expect, test } from "vitest";
import { canonical } from "../src/digest.js";
import { RecordSchema } from "../src/gen/galaxytables/rules/v1/game_pb.js";
import { recordDigest } from "../src/index.js";

interface Vector {
  readonly what: string;
  readonly record: string;
  readonly canonical: string;
  readonly digest: string;
}

const file = fileURLToPath(new URL("../../../../docs/reference/record-digests.json", import.meta.url));
const vectors = JSON.parse(readFileSync(file, "utf8")) as Vector[];
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

test.each(vectors)("$what", async (vector) => {
  const record = fromBinary(RecordSchema, Buffer.from(vector.record, "hex"));
  expect(hex(canonical(reflect(RecordSchema, record)))).toBe(vector.canonical);
  expect(hex((await recordDigest(record)) ?? new Uint8Array())).toBe(vector.digest);
});

test("there is no digest by an algorithm that is not named, or not known", async () => {
  expect(await recordDigest(create(RecordSchema, {}))).toBeUndefined();
  expect(await recordDigest(create(RecordSchema, { digestAlgorithm: "canonical-9" }))).toBeUndefined();
});
