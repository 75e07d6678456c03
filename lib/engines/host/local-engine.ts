import { openColumns } from "../columns/index.ts";
import type { Columns, ColumnsOptions } from "../columns/index.ts";
import type { Engine } from "../../questions/index.ts";
import { rowsEngine } from "../rows/index.ts";
import type { Db } from "../../storage/index.ts";
import { interruptible } from "./interruptible.ts";

/**
 * The engine that works in the thread that calls it: columns, and rows for what they do not hold.
 * @param options `checkpoint` is called every so often while a question is answered, and ends it by throwing
 */
export function localEngine(db: Db, options: ColumnsOptions): Engine {
  return openLocal(db, options).engine;
}

/** Creates the engine for a thread that may be one of several. */
export function openLocal(db: Db, options: ColumnsOptions): Columns {
  const { checkpoint } = options;
  return openColumns(db, rowsEngine(checkpoint === undefined ? db : interruptible(db, checkpoint)), options);
}
