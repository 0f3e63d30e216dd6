import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { TableSchema, TableUpdateSchema } from "galaxytables-client";
import { PromptSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";

export const table = (init: MessageInitShape<typeof TableSchema> = {}) => create(TableSchema, { id: "t", ...init });
export const update = (init: MessageInitShape<typeof TableUpdateSchema> = {}) => create(TableUpdateSchema, init);
export const prompt = (init: MessageInitShape<typeof PromptSchema> = {}) =>
  create(PromptSchema, { id: "1", least: 1, most: 1, ...init });
export const options = (...ids: string[]) => ids.map((id) => ({ id }));
export const seated = (number: number, name: string, id = name) => ({
  number,
  occupant: { case: "player" as const, value: { id, name } },
});
export const bot = (number: number, name: string) => ({ number, occupant: { case: "bot" as const, value: name } });
export const free = (number: number) => ({ number });
/** Words are said by their ids, with what they are told of. */
export const say = (message: string, variables: Record<string, unknown> = {}) =>
  [message, ...Object.values(variables)].join(" ");
