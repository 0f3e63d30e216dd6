/** What events are about: pieces, places and components, by the ids that the table draws them by. */
import type { Event, Fact } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { LogEntry } from "./knownTable.js";

/** Words that name a place of the table, and no kind or colour. */
const PLACES = ["slot", "space"];

function idsOf({ name, value }: Fact): readonly string[] {
  switch (value.case) {
    case "component":
    case "piece":
    case "place":
      return [value.value];
    case "components":
      return value.value.ids;
    case "word":
      return PLACES.includes(name) ? [value.value] : [];
    default:
      return [];
  }
}

const factsOf = ({ facts, privateParts }: Event) => [...facts, ...privateParts.flatMap((part) => part.facts)];

/** The ids that the events of a moment name. */
export function happened(
  { first, last }: { readonly first: number; readonly last: number },
  log: readonly LogEntry[],
): ReadonlySet<string> {
  const told = log.filter(({ number }) => number >= first && number <= last);
  return new Set(told.flatMap(({ event }) => factsOf(event)).flatMap(idsOf));
}
