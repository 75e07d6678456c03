import { openDatabase } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { localEngine } from "./local-engine.ts";
import { dropAll, projectOne } from "./in-steps.ts";
import type { FromThread, Setup, ToThread, Work } from "./protocol.ts";
import { toSent } from "./protocol.ts";
import { createStopCheck } from "./stop-flag.ts";

/** Answers messages over a connection of its own; never rejects. */
export type Service = (message: ToThread) => Promise<FromThread>;

/**
 * Makes the service of the engine's thread. Questions are answered one after the other; blocks are stored in steps between
 * which questions are answered. The database is opened at the first message, so that a failure is that message's answer.
 */
export function createService({ file, secureDelete, budgetBytes }: Setup): Service {
  const stop = createStopCheck();
  let opened: { db: Db; engine: ReturnType<typeof localEngine> } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const open = () => {
    if (opened !== undefined) return opened;
    // "normal": what is written here can be made again.
    const db = openDatabase({ file, durability: "normal", secureDelete });
    opened = { db, engine: localEngine(db, { budgetBytes, checkpoint: stop.check }) };
    return opened;
  };

  const answer = async ({ method, args }: Extract<Work, { kind: "answer" }>, flag: ToThread["stop"]) => {
    stop.watch(flag);
    try {
      stop.check();
      const { engine } = open();
      // The one place where a method's own type is forgotten: name and arguments come from a caller of the same type.
      return await (engine[method] as (...values: readonly unknown[]) => Promise<unknown>)(...args);
    } finally {
      stop.watch(null);
    }
  };

  const run = async ({ work, stop: flag }: ToThread): Promise<unknown> => {
    if (work.kind === "project") return projectOne(open().db);
    if (work.kind === "drop") return dropAll(open().db);
    const turn = last.then(() => answer(work, flag));
    last = turn.catch(() => {});
    return turn;
  };

  return async (message) => {
    try {
      return { id: message.id, kind: "done", value: await run(message) };
    } catch (error) {
      return { id: message.id, kind: "failed", error: toSent(error) };
    }
  };
}
