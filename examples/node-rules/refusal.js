// What a call is refused with: a reason of rules.proto, and the values that go with it.

// The `google.rpc.Code` of each reason; all others are INVALID_ARGUMENT.
const PERMISSION_DENIED = 7;
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;
const UNIMPLEMENTED = 12;
const INVALID_ARGUMENT = 3;
const CODES = {
  GAME_OVER: FAILED_PRECONDITION,
  NOTHING_TO_UNDO: FAILED_PRECONDITION,
  NOT_YOUR_PROMPT: PERMISSION_DENIED,
  POSITION_NOT_CACHED: FAILED_PRECONDITION,
  PROMPT_CLOSED: FAILED_PRECONDITION,
  UNDO_REFUSED: FAILED_PRECONDITION,
  UNKNOWN_CALL: UNIMPLEMENTED,
  UNKNOWN_LANGUAGE: NOT_FOUND,
  UNKNOWN_PACK: FAILED_PRECONDITION,
  UNKNOWN_RULES_VERSION: FAILED_PRECONDITION,
};
const MOST_SHOWN = 40;

export class Refusal extends Error {
  constructor(reason, message, metadata = {}) {
    super(message);
    this.reason = reason;
    this.code = CODES[reason] ?? INVALID_ARGUMENT;
    this.metadata = Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [name, String(value).slice(0, MOST_SHOWN)]),
    );
  }
}
