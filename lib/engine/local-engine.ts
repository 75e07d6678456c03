import { columnsEngine } from "../columns/index.ts";
import type { ColumnsOptions } from "../columns/index.ts";
import type { Engine } from "../insights/index.ts";
import { rowsEngine } from "../rows/index.ts";
import type { Db } from "../storage/index.ts";
import { interruptible } from "./interruptible.ts";

/**
 * The engine that works in the thread that calls it: columns, and rows for what they do not hold.
 * @param options `checkpoint` is called every so often while a question is answered, and ends it by throwing
 */
export function localEngine(db: Db, options: ColumnsOptions): Engine {
  const { checkpoint } = options;
  return columnsEngine(db, rowsEngine(checkpoint === undefined ? db : interruptible(db, checkpoint)), options);
}
