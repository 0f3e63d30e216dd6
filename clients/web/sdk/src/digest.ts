/**
 * The digest of a record: SHA-256 of the encoding `canonical-1`, which docs/reference/record-digest.md defines. What the protobuf
 * library writes is not it: nobody promises the order of a map's entries.
 */
import { type DescField, ScalarType } from "@bufbuild/protobuf";
import { type ReflectMap, type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type Record as GameRecord, RecordSchema } from "./gen/galaxytables/rules/v1/game_pb.js";

const CANONICAL = "canonical-1";
const KEY = 1;
const VALUE = 2;

/** The digest of a record; undefined where it names no algorithm, as older ones do, or one that is unknown here. */
export async function recordDigest(record: GameRecord): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (record.digestAlgorithm !== CANONICAL) return undefined;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", canonical(reflect(RecordSchema, record))));
}

/** A message in canonical form. */
export function canonical(message: ReflectMessage): Uint8Array<ArrayBuffer> {
  const fields: { number: number; write: (writer: BinaryWriter) => void }[] = message.fields
    .filter((field) => message.isSet(field))
    .map((field) => ({ number: field.number, write: (writer) => writeField(writer, message, field) }));
  for (const { no, wireType, data } of message.getUnknown() ?? []) {
    fields.push({ number: no, write: (writer) => writeUnknown(writer.tag(no, wireType), wireType, data) });
  }
  const writer = new BinaryWriter();
  // Stable: values of one unknown field keep their order.
  fields.sort((one, other) => one.number - other.number);
  for (const { write } of fields) write(writer);
  return writer.finish();
}

function writeField(writer: BinaryWriter, message: ReflectMessage, field: DescField): void {
  switch (field.fieldKind) {
    case "map":
      writeMap(writer, message.get(field), field.number, field.mapKey, scalarOf(field));
      break;
    case "list": {
      const values = [...message.get(field)];
      if (field.packed) writePacked(writer.tag(field.number, WireType.LengthDelimited), scalarOf(field), values);
      else for (const value of values) writeSingle(writer, field.number, field, value);
      break;
    }
    default:
      writeSingle(writer, field.number, field, message.get(field));
  }
}

/** Entries by their keys, of which texts are compared by their bytes. */
function writeMap(
  writer: BinaryWriter,
  map: ReflectMap,
  number: number,
  keyType: ScalarType,
  valueType: ScalarType,
): void {
  if (keyType !== ScalarType.STRING) throw new TypeError("canonical-1 has no rule for such keys here");
  const encoder = new TextEncoder();
  const entries = [...map].map(([key, value]) => ({ key: encoder.encode(String(key)), value }));
  for (const { key, value } of entries.sort((one, other) => compareBytes(one.key, other.key))) {
    writer.tag(number, WireType.LengthDelimited).fork();
    writer.tag(KEY, WireType.LengthDelimited).bytes(key);
    writeScalar(writer, VALUE, valueType, value);
    writer.join();
  }
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1);
}

function writePacked(writer: BinaryWriter, type: ScalarType, values: readonly unknown[]): void {
  writer.fork();
  for (const value of values) writeNumber(writer, type, value);
  writer.join();
}

function writeSingle(writer: BinaryWriter, number: number, field: DescField, value: unknown): void {
  if (field.message) writer.tag(number, WireType.LengthDelimited).bytes(canonical(value as ReflectMessage));
  else writeScalar(writer, number, scalarOf(field), value);
}

function writeScalar(writer: BinaryWriter, number: number, type: ScalarType, value: unknown): void {
  if (type === ScalarType.STRING) writer.tag(number, WireType.LengthDelimited).string(value as string);
  else if (type === ScalarType.BYTES) writer.tag(number, WireType.LengthDelimited).bytes(value as Uint8Array);
  else writeNumber(writer.tag(number, WireType.Varint), type, value);
}

/** The type of a field's values; an enum's are numbers. */
function scalarOf(field: DescField): ScalarType {
  if (field.enum) return ScalarType.INT32;
  if (field.scalar === undefined) throw new TypeError(`canonical-1 has no rule for ${field.toString()} here`);
  return field.scalar;
}

function writeNumber(writer: BinaryWriter, type: ScalarType, value: unknown): void {
  switch (type) {
    case ScalarType.BOOL:
      writer.bool(value as boolean);
      break;
    case ScalarType.INT32:
      writer.int32(value as number);
      break;
    case ScalarType.UINT32:
      writer.uint32(value as number);
      break;
    case ScalarType.SINT32:
      writer.sint32(value as number);
      break;
    case ScalarType.INT64:
      writer.int64(value as bigint);
      break;
    case ScalarType.UINT64:
      writer.uint64(value as bigint);
      break;
    case ScalarType.SINT64:
      writer.sint64(value as bigint);
      break;
    default:
      throw new TypeError(`canonical-1 has no rule for numbers of type ${ScalarType[type]}`);
  }
}

/** A field of newer protos: its number in as few bytes as it can have, all else as it came. */
function writeUnknown(writer: BinaryWriter, type: WireType, data: Uint8Array): void {
  const reader = new BinaryReader(data);
  switch (type) {
    case WireType.Varint:
      writer.uint64(reader.uint64());
      break;
    case WireType.LengthDelimited:
      writer.bytes(reader.bytes());
      break;
    case WireType.Bit32:
    case WireType.Bit64:
      writer.raw(data);
      break;
    default:
      throw new TypeError("canonical-1 has no rule for groups");
  }
}
