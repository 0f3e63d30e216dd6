/** The list of public tables, kept up to date from a stream of its changes. */
import { create } from "@bufbuild/protobuf";
import {
  type Crowd,
  CrowdSchema,
  type Table,
  type TableChanges,
  TableState,
} from "./gen/galaxytables/lobby/v1/tables_pb.js";

/** The list of public tables at one moment. */
export interface TableList {
  /** Tables that are open or in play, by their ids. */
  readonly tables: ReadonlyMap<string, Table>;
  /** Tables that were on the list before and are over now. */
  readonly ended: ReadonlyMap<string, Table>;
  /** The seats whose people are there, of open tables where that is known. */
  readonly present: ReadonlyMap<string, ReadonlySet<number>>;
  /** How much goes on at all lobbies. */
  readonly crowd: Crowd;
}

export const EMPTY_LIST: TableList = {
  tables: new Map(),
  ended: new Map(),
  present: new Map(),
  crowd: create(CrowdSchema),
};

/** The list after some changes. */
export function listAfter(list: TableList, changes: TableChanges): TableList {
  const [tables, present] = [new Map(changes.whole ? [] : list.tables), new Map(changes.whole ? [] : list.present)];
  const ended = new Map<string, Table>();
  for (const table of changes.tables) {
    present.delete(table.id);
    if (table.state === TableState.FINISHED || table.state === TableState.CLOSED) {
      tables.delete(table.id);
      ended.set(table.id, table);
    } else tables.set(table.id, table);
  }
  for (const id of changes.removedTableIds) {
    tables.delete(id);
    present.delete(id);
  }
  for (const { tableId, seats } of changes.present) present.set(tableId, new Set(seats));
  return { tables, ended, present, crowd: changes.crowd ?? list.crowd };
}
