import { toClock } from "../base/clock.ts";
import type { Logger } from "../base/log.ts";
import { openDatabase } from "../log/index.ts";
import { openCopies } from "./copies.ts";
import type { Copies, CopyOptions } from "./copies.ts";

/**
 * Opens the copies of an existing file without a handle, for a process that does nothing else. @throws misconfigured when the file is no
 * database, or a span is out of its bounds
 */
export function openFileCopies(file: string, options: CopyOptions, log: Logger): Copies & AsyncDisposable {
  const db = openDatabase({ file, durability: "normal" });
  try {
    const copies = openCopies({ db, clock: toClock(undefined), log }, options);
    const close = async () => {
      await copies.close();
      db.close();
    };
    return { ...copies, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    db.close();
    throw error;
  }
}
