/** Whom the reader follows, blocks or mutes, in the order in which they are shown. */
import { type Player, PresenceState, type Relation, type Table, TableState } from "galaxytables-client";

const NEAREST = [PresenceState.AT_TABLE, PresenceState.ONLINE, PresenceState.AWAY];

/** Where somebody is: the end of a message's name. */
export const whereabouts = ({ presence }: Pick<Relation, "presence">): "table" | "online" | "away" =>
  presence === PresenceState.AT_TABLE ? "table" : presence === PresenceState.ONLINE ? "online" : "away";

/** Those who are followed, friends first, and of each first who is here; the rest by name, as they come. */
export function followed(relations: readonly Relation[]): Relation[] {
  const nearness = ({ presence }: Relation) => NEAREST.indexOf(presence) + 1 || NEAREST.length + 1;
  return relations
    .filter(({ follows }) => follows)
    .sort((a, b) => Number(b.friend) - Number(a.friend) || nearness(a) - nearness(b));
}

/** Those who are kept away, or about whom something is noted, but who are not followed. */
export const others = (relations: readonly Relation[]): Relation[] =>
  relations.filter(({ follows, blocked, muted, note }) => !follows && (blocked || muted || note !== ""));

/** Tables to which the reader can challenge somebody: open ones of theirs with a free seat. */
export const challengeable = (tables: readonly Table[]): Table[] =>
  tables.filter(
    ({ state, seats }) => state === TableState.OPEN && seats.some(({ occupant }) => occupant.case === undefined),
  );

/** The one who is called so among those who are known; undefined where nobody is, or several are. */
export function called(name: string, players: readonly Player[]): Player | undefined {
  const wanted = name.trim().toLocaleLowerCase();
  const found = players.filter((player) => player.name.toLocaleLowerCase() === wanted);
  return wanted && found.length === 1 ? found[0] : undefined;
}
