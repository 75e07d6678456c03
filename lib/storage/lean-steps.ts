import { compactedSeq } from "./compact-events.ts";
import type { CompactStep } from "./compact-step.ts";
import type { Db } from "./db.ts";
import { isLean, makeLean } from "./lean-index.ts";
import { areListed, listSteps } from "./list-uuids.ts";
import { renewSteps } from "./renew-chunks.ts";
import { tryWrite } from "./write.ts";

/**
 * Brings an older file to the newest form: chunks get the arrivals of their events, and the index of uuids becomes lean, after its
 * lists. The last step locks the file, see `makeLean`.
 */
export function* leanSteps(db: Db): Generator<CompactStep, void> {
  yield* renewSteps(db);
  while (!isLean(db)) {
    yield* listSteps(db, 0, compactedSeq(db));
    const swap = () => {
      // Another process may have compressed events meanwhile.
      if (!isLean(db) && areListed(db, 0, compactedSeq(db))) makeLean(db.sqlite);
    };
    if (!tryWrite(db, swap)) yield "busy";
  }
}
