/** Challenges: invitations by name to a game. Whom to challenge, to which game, and what they answered. */
import { equals } from "@bufbuild/protobuf";
import {
  InvitedState,
  type Player,
  type PresenceState,
  type Relation,
  type Store,
  type TimeControl,
  TimeControlSchema,
  type TimePreset,
} from "galaxytables-client";

/** What became of a challenge: the end of a message's name. */
export function answerOf(state: InvitedState): "sent" | "seen" | "declined" {
  if (state === InvitedState.DECLINED) return "declined";
  return state === InvitedState.SEEN ? "seen" : "sent";
}

/** The game to challenge somebody to: the first of those played, with them before others, that is offered; else the first. */
export const gameFor = (offered: readonly string[], played: readonly string[]): string =>
  played.find((game) => offered.includes(game)) ?? offered[0] ?? "";

const SENT = "galaxytables.challenge";

/** What was chosen for the challenge that was sent last. */
export interface Sent {
  readonly game: string;
  /** The name of a time control, empty for no clock; undefined where none was sent yet. */
  readonly time?: string;
  readonly rated: boolean;
}

export function sentLast(store: Store): Sent {
  try {
    return { game: "", rated: false, ...(JSON.parse(store.getItem(SENT) ?? "{}") as Partial<Sent>) };
  } catch {
    return { game: "", rated: false };
  }
}

export const keepSent = (sent: Sent, store: Store): void => store.setItem(SENT, JSON.stringify(sent));

/** The name of the ready-made time control that is just this one; undefined where none is. */
export const timeLike = (control: TimeControl | undefined, times: readonly TimePreset[]): string | undefined =>
  control?.control.case && times.find((each) => each.control && equals(TimeControlSchema, each.control, control))?.name;

/** Somebody whom a search has found, and where they are if that is known. */
export interface Found {
  readonly player: Player;
  readonly presence: PresenceState | undefined;
}

/** Whom a search has found, those first who are online. */
export function foundFirst(players: readonly Player[], online: readonly Relation[]): Found[] {
  const presences = new Map(online.map(({ player, presence }) => [player?.id, presence]));
  const found = players.map((player) => ({ player, presence: presences.get(player.id) }));
  return [...found.filter(({ presence }) => presence), ...found.filter(({ presence }) => !presence)];
}
