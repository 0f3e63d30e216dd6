export * from "./errors.js";
export { recordDigest } from "./digest.js";
export { Backoff } from "./backoff.js";
export { requestId } from "./calls.js";
export { Bearer, type Door, Guest, type Identity, SignedIn, type Store, type Token } from "./identity.js";
export {
  type Called,
  type HoldingTicket,
  type Listed,
  type ListFollowing,
  Lobby,
  type LobbyOptions,
  type UsingPasskey,
  type Watching,
} from "./lobby.js";
export type { Following, Lost } from "./resuming.js";
export type { Pick } from "./picks.js";
export { type Asking, OwnSeat } from "./seat.js";
export { EMPTY_LIST, listAfter, type TableList } from "./tableList.js";
export { type FollowedTournament, tournamentAfter, type TournamentFollowing, Tournaments } from "./tournaments.js";
export { canUsePasskeys, createPasskey, usePasskey } from "./passkeys.js";
export { readView, views } from "./views.js";
export { inWords, messageId, seatInBraces, type Variables, Words } from "./words.js";
export * from "./gen/galaxytables/lobby/v1/accounts_pb.js";
export * from "./gen/galaxytables/lobby/v1/archive_pb.js";
export * from "./gen/galaxytables/lobby/v1/notifications_pb.js";
export * from "./gen/galaxytables/lobby/v1/pairing_pb.js";
export * from "./gen/galaxytables/lobby/v1/passkeys_pb.js";
export * from "./gen/galaxytables/lobby/v1/personal_tokens_pb.js";
export * from "./gen/galaxytables/lobby/v1/platform_pb.js";
export * from "./gen/galaxytables/lobby/v1/play_pb.js";
export * from "./gen/galaxytables/lobby/v1/players_pb.js";
export * from "./gen/galaxytables/lobby/v1/relations_pb.js";
export * from "./gen/galaxytables/lobby/v1/reports_pb.js";
export * from "./gen/galaxytables/lobby/v1/tables_pb.js";
export * from "./gen/galaxytables/lobby/v1/tournaments_pb.js";
