/**
 * Any view, drawn by its fields: for games, and parts of games, that have no drawing of their own.
 *
 * Whatever has an id is a piece that can be picked, whatever is a component is drawn as one, whatever has a seat belongs to
 * who sits there. Names are told as the game calls them (`field-<name>` of its words), words, pieces and places by their own.
 */
import { type JsonObject, type JsonValue, type Message, toJson } from "@bufbuild/protobuf";
import { messageId, views, type Words } from "galaxytables-client";

/** Something on the table. */
export interface Piece {
  /** Its id in the view, and those of what lies on it. */
  readonly ids: readonly string[];
  /** Empty if it is none. */
  readonly component: string;
  readonly label: string;
  readonly notes: readonly string[];
}

/** A part of the table. */
export interface Area {
  readonly title: string;
  /** Whose it is. */
  readonly seat?: number;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly pieces: readonly Piece[];
  readonly areas: readonly Area[];
}

const ID = "id";
const COMPONENT = "component";
const SEAT = "seat";

/** Lay a view out. */
export function areasOf(view: Message, words: Words): Area {
  return area("", jsonOf(view), words);
}

/** A view as JSON, its fields named as in the proto; nothing of a view of an unknown type. */
export function jsonOf(view: Message): JsonObject {
  const schema = views.getMessage(view.$typeName);
  const json = schema && toJson(schema, view, { registry: views, useProtoFieldName: true, alwaysEmitImplicit: true });
  return isGroup(json) ? json : {};
}

/** What a field is called. */
export function fieldName(name: string, words: Words): string {
  return words.message(messageId("field", name)) || capital(name.replaceAll("_", " "));
}

function area(title: string, group: JsonObject, words: Words): Area {
  const facts: [string, string][] = [];
  const pieces: Piece[] = [];
  const areas: Area[] = [];
  const seat = typeof group[SEAT] === "number" ? group[SEAT] : undefined;
  for (const [name, value] of Object.entries(group)) {
    if (name === SEAT || name === ID || !says(value)) continue;
    if (Array.isArray(value)) sort(name, value, words, facts, areas);
    else if (isGroup(value)) {
      if (isPiece(value)) areas.push(inside(fieldName(name, words), [piece(value, words)]));
      else areas.push(area(fieldName(name, words), value, words));
    } else if (typeof value === "string" && words.knows(value))
      areas.push(inside(fieldName(name, words), [pieceOf(value, words)]));
    else if (!String(value).endsWith("_UNSPECIFIED")) facts.push([fieldName(name, words), said(name, value, words)]);
  }
  return { title: seat === undefined ? title : words.seatName(seat), seat, facts, pieces, areas };
}

/** A list: pieces are laid side by side, groups that hold more have areas of their own, anything else is told. */
function sort(name: string, list: readonly JsonValue[], words: Words, facts: [string, string][], areas: Area[]): void {
  if (!list.length) return;
  const title = fieldName(name, words);
  if (list.every((item) => typeof item === "string" && words.knows(item)))
    areas.push(
      inside(
        title,
        list.map((item) => pieceOf(String(item), words)),
      ),
    );
  else if (list.every((item) => !isGroup(item)))
    facts.push([title, words.listed(list.map((item) => said(name, item, words)))]);
  else if (list.every((item) => isGroup(item) && !(SEAT in item) && isPiece(item)))
    areas.push(
      inside(
        title,
        list.filter(isGroup).map((item) => piece(item, words)),
      ),
    );
  else {
    const inner = list.filter(isGroup).map((item) => area("", item, words));
    if (inner.every(({ seat }) => seat !== undefined)) areas.push(...inner);
    else areas.push({ title, facts: [], pieces: [], areas: inner });
  }
}

/** Whether a group is one thing: it has an id or a component, and nothing in it holds pieces in turn. */
function isPiece(group: JsonObject): boolean {
  const holds = Object.values(group).some((value) =>
    (Array.isArray(value) ? value : [value]).some((inner) => isGroup(inner) && isPiece(inner)),
  );
  return !holds && (typeof group[ID] === "string" || typeof group[COMPONENT] === "string");
}

function piece(group: JsonObject, words: Words): Piece {
  const id = group[ID];
  const component = typeof group[COMPONENT] === "string" ? group[COMPONENT] : "";
  const known = words.knows(component) ? component : "";
  const ids = new Set<string>();
  if (typeof id === "string") ids.add(id);
  else if (known) ids.add(known);
  const notes: string[] = [];
  for (const [name, value] of Object.entries(group)) {
    if (name === ID || name === COMPONENT || !says(value)) continue;
    // What lies on a piece is named by its id.
    if (Array.isArray(value)) for (const inner of value) if (typeof inner === "string") ids.add(inner);
    const told = isGroup(value) || String(value).endsWith("_UNSPECIFIED") ? "" : said(name, value, words);
    if (told) notes.push(`${fieldName(name, words)} ${told}`);
  }
  const label = words.thing(known || (typeof id === "string" ? id : component));
  return { ids: [...ids], component: known, label, notes };
}

function pieceOf(component: string, words: Words): Piece {
  return { ids: [component], component, label: words.name(component), notes: [] };
}

function inside(title: string, pieces: readonly Piece[]): Area {
  return { title, facts: [], pieces, areas: [] };
}

/** A value in words. */
function said(name: string, value: JsonValue, words: Words): string {
  if (typeof value === "boolean") return value ? "✓" : "";
  if (typeof value === "string") return words.thing(bare(name, value));
  if (Array.isArray(value)) return words.listed(value.map((item) => said(name, item, words)));
  return isGroup(value) || value === null ? "" : String(value);
}

/** A value of an enum without what it begins with: `PHASE_CHOOSE` of a `phase` is `choose`. */
function bare(name: string, value: string): string {
  if (!/^[A-Z][A-Z0-9_]+$/.test(value)) return value;
  const prefix = `${name.toUpperCase()}_`;
  const found = value.indexOf(prefix);
  return (found < 0 ? value : value.slice(found + prefix.length)).toLowerCase().replaceAll("_", " ");
}

function isGroup(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value tells anything: nothing is what nobody has set. */
function says(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== "";
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
