import { sleep } from "../base/platform.ts";
import { openDatabase } from "../log/index.ts";
import { toSent } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { createLoader } from "./loader.ts";
import type { Loader } from "./loader.ts";
import type { FromLoader, LoaderSetup, ToLoader } from "./loader-thread.ts";

/**
 * Answers calls of a loader over its own connection, in the import's thread. Never rejects.
 * @param refusal the error of a write now; null = it may write
 */
export function createLoaderService(
  { file, durability, secureDelete, checkpoint, writeWaitMs, ...options }: Omit<LoaderSetup, "answer">,
  refusal: Db["refusal"],
) {
  let opened: { db: Db; loader: Loader } | undefined;

  // At the first call, so that a failure is its answer.
  const open = () => {
    if (opened !== undefined) return opened;
    const db = openDatabase({ file, durability, secureDelete, checkpoint, writeWaitMs });
    db.refusal = refusal;
    opened = { db, loader: createLoader(db, options) };
    return opened;
  };
  const run = async ({ method, args }: ToLoader) => {
    if (method === "close") return close();
    const { db, loader } = open();
    // The only cast: name and arguments come from a caller of the same type.
    const result = await (loader[method] as (...values: readonly unknown[]) => Promise<unknown>)(...args);
    // The rows are stored, whatever becomes of the log: the next commit folds it too.
    if (method === "move" || method === "moveMembers") await foldLog(db).catch(() => {});
    return result;
  };
  const close = async () => {
    await opened?.loader.close();
    opened?.db.close();
  };
  return async (call: ToLoader): Promise<FromLoader> => {
    try {
      return { kind: "done", value: await run(call) };
    } catch (error) {
      return { kind: "failed", error: toSent(error) };
    }
  };
}

/** Tries to fold the log, and the pause in ms: half a second in all, during which writers wait. */
const FOLD_TRIES = 20;
const FOLD_PAUSE_MS = 25;

/**
 * Copies the moved rows from the write-ahead log into the file, which the next commit on the event loop would do
 * otherwise. A question that reads an earlier state keeps part of the log.
 */
async function foldLog({ sqlite, checkpoint }: Db): Promise<void> {
  if (checkpoint === "external") return;
  for (let tried = 0; tried < FOLD_TRIES; tried++) {
    const [{ log, checkpointed }] = sqlite.pragma("wal_checkpoint(PASSIVE)") as [{ log: number; checkpointed: number }];
    if (checkpointed >= log) return;
    await sleep(FOLD_PAUSE_MS);
  }
}
