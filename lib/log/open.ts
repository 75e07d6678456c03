import { openSqlite, openSqliteReader } from "../storage/index.ts";
import type { Db, OpenOptions } from "../storage/index.ts";
import { addChunkTable } from "./chunks/chunk-table.ts";
import { addEventTexts } from "./event-texts.ts";

/** As `openSqlite`, with the functions by which SQL reads events. */
export function openDatabase(options: OpenOptions): Db {
  return openSqlite(options, addEvents);
}

/** As `openSqliteReader`, with the functions by which SQL reads events. */
export function openReader(source: string | Buffer): Db["sqlite"] {
  return openSqliteReader(source, addEvents);
}

function addEvents(sqlite: Db["sqlite"]): void {
  addChunkTable(sqlite);
  addEventTexts(sqlite);
}
