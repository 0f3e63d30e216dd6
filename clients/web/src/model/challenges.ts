/** Challenges: invitations by name to a game. Whom to challenge, to which game, and what they answered. */
import { InvitedState, type Player, type PresenceState, type Relation } from "galaxytables-client";

/** What became of a challenge: the end of a message's name. */
export function answerOf(state: InvitedState): "sent" | "seen" | "declined" {
  if (state === InvitedState.DECLINED) return "declined";
  return state === InvitedState.SEEN ? "seen" : "sent";
}

/** The game to challenge somebody to: the first of those played, with them before others, that is offered; else the first. */
export const gameFor = (offered: readonly string[], played: readonly string[]): string =>
  played.find((game) => offered.includes(game)) ?? offered[0] ?? "";

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
