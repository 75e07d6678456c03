import { compactedSeq } from "./compact-events.ts";
import type { CompactStep } from "./compact-step.ts";
import type { Db } from "./db.ts";
import { isLean, makeLean } from "./lean-index.ts";
import { areListed, listSteps } from "./list-uuids.ts";
import { tryWrite } from "./write.ts";

/** Makes the index of uuids of an older file lean, after its lists. The last step locks the file, see `makeLean`. */
export function* leanSteps(db: Db): Generator<CompactStep, void> {
  while (!isLean(db)) {
    yield* listSteps(db, 0, compactedSeq(db));
    const swap = () => {
      // Another process may have compressed events meanwhile.
      if (!isLean(db) && areListed(db, 0, compactedSeq(db))) makeLean(db.sqlite);
    };
    if (!tryWrite(db, swap)) yield "busy";
  }
}
