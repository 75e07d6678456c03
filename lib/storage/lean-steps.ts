import type { CompactStep } from "./compact-step.ts";
import type { Db } from "./db.ts";
import { isLean, makeLean } from "./lean-index.ts";
import { areListed, listSteps } from "./list-uuids.ts";
import { renewSteps } from "./renew-chunks.ts";
import { tryWrite } from "./write.ts";
import { compactedSeq } from "./newest-seq.ts";

/**
 * Brings an older file to the newest form: the index of uuids becomes lean, after its lists, and then chunks get the arrivals and the
 * uuids of their events. One step locks the file, see `makeLean`.
 */
export function* leanSteps(db: Db): Generator<CompactStep, void> {
  while (!isLean(db)) {
    yield* listSteps(db, 0, compactedSeq(db));
    const swap = () => {
      // Another process may have compressed events meanwhile.
      if (!isLean(db) && areListed(db, 0, compactedSeq(db))) makeLean(db.sqlite);
    };
    if (!tryWrite(db, swap)) yield "busy";
  }
  yield* renewSteps(db);
}
