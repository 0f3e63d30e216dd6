/** Views of games: what `TableUpdate.view` holds. */
import { create, createRegistry, type Message } from "@bufbuild/protobuf";
import { type Any, AnySchema, anyUnpack, file_google_protobuf_struct } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { ServerError } from "./errors.js";
import { file_galaxytables_beyond_v1_beyond } from "./gen/galaxytables/beyond/v1/beyond_pb.js";
import { file_galaxytables_goofspiel_v1_goofspiel } from "./gen/galaxytables/goofspiel/v1/goofspiel_pb.js";
import { file_galaxytables_jump_v1_jump } from "./gen/galaxytables/jump/v1/jump_pb.js";
import { file_galaxytables_race_v1_invasion } from "./gen/galaxytables/race/v1/invasion_pb.js";
import { file_galaxytables_race_v1_orb } from "./gen/galaxytables/race/v1/orb_pb.js";
import { file_galaxytables_race_v1_race } from "./gen/galaxytables/race/v1/race_pb.js";
import { file_galaxytables_roll_v1_roll } from "./gen/galaxytables/roll/v1/roll_pb.js";
import type { TableUpdate, ViewPatch } from "./gen/galaxytables/lobby/v1/play_pb.js";

/** Every message that a view can be made of, as far as this client knows the games. */
export const views = createRegistry(
  file_galaxytables_beyond_v1_beyond,
  file_galaxytables_goofspiel_v1_goofspiel,
  file_galaxytables_jump_v1_jump,
  file_galaxytables_race_v1_invasion,
  file_galaxytables_race_v1_orb,
  file_galaxytables_race_v1_race,
  file_galaxytables_roll_v1_roll,
  file_google_protobuf_struct,
);

/** The view's own message; nothing where this client does not know its type. */
export function readView(view: Any | undefined): Message | undefined {
  return view && anyUnpack(view, views);
}

/** Views of one watch that come as what differs from the one before (`ViewPatch`), made whole again. */
export class PatchedViews {
  private last?: Any;

  /** Put the whole view in the place of a patch. Every update of a watch goes through here, in order. */
  complete(update: TableUpdate): void {
    if (update.viewPatch) update.view = this.patched(update.viewPatch);
    update.viewPatch = undefined;
    this.last = update.view ?? this.last;
  }

  private patched({ head, middle, tail }: ViewPatch): Any {
    const before = this.last?.value;
    if (!before || head + tail > before.length)
      throw new ServerError(Code.Internal, "The server sent what is new in a view that it had not sent.");
    const value = new Uint8Array(head + middle.length + tail);
    value.set(before.subarray(0, head));
    value.set(middle, head);
    value.set(before.subarray(before.length - tail), head + middle.length);
    return create(AnySchema, { typeUrl: this.last?.typeUrl, value });
  }
}
