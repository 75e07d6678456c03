import type { DamagedPlace } from "../log/index.ts";
import type { ProjectionProgress } from "../engines/host/index.ts";
import type { CopyProgress } from "../port/engine.ts";
import { corrupt } from "../base/errors.ts";
import { busy } from "../storage/index.ts";
import type { Context } from "../handle/context.ts";
import type { Scope } from "./scope.ts";

/** The options of a rebuild. */
export interface RebuildOptions {
  /** Leave unreadable events out of the columns, instead of keeping the old columns. @default false */
  skipBad?: boolean | undefined;
  /**
   * Also compress the texts of all full blocks, which a running hoglet does in the background, and rewrite the file, so that it
   * holds no free space. Captures wait while the file is rewritten, about a second for each 256 MiB. @default false
   */
  compact?: boolean | undefined;
  /** Called at the start and after each block with the number of blocks (`wanted`) and of rebuilt blocks. */
  onProgress?: ProjectionProgress;
  /** Called after each part of an engine's own copy that was made again (the option `engine`). */
  onCopy?: (progress: CopyProgress) => void;
}

/** The result of a rebuild. */
export interface Rebuilt {
  /** Number of checked blocks of the log. */
  blocks: number;
  /**
   * Damaged places of the log, in order; only with `skipBad`. Intact columns are kept, since they were made before the
   * damage; elsewhere these events are left out of answers.
   */
  left: DamagedPlace[];
  /** Entries of which another engine made its copy again; only with an engine that has one. */
  entries?: number;
  /** Bytes of the database before and after; only with `compact`. */
  bytes?: { before: number; after: number };
}

export interface RebuildHandle {
  /**
   * Builds the columns again from the log, for all projects, block by block. The old columns of a block stay until the
   * new columns are stored, so that answers are equal before, during and after it; captures wait for milliseconds at
   * most. An engine with a copy of its own (the option `engine`) makes that again, from the whole database; questions wait for it.
   * @throws HogletError `storage_corrupt` naming the damaged events, unless `skipBad`; their blocks keep their columns
   */
  rebuild(options?: RebuildOptions): Promise<Rebuilt>;
}

export function rebuildHandle({ open }: Scope): RebuildHandle {
  return {
    async rebuild({ skipBad = false, compact = false, onProgress, onCopy } = {}) {
      const { db, engine, engineHost } = open();
      let blocks = 0;
      const rebuildColumns = () =>
        engineHost.rebuild(skipBad, (progress) => {
          blocks = progress.wanted;
          onProgress?.(progress);
        });
      // The columns of a hoglet that follows another are that one's.
      const left = db.isFollowing && engine.rebuild !== undefined ? [] : await rebuildColumns();
      if (left.length > 0 && !skipBad) throw corrupt(toDetail(left));
      let entries = 0;
      await engine.rebuild?.((progress) => {
        ({ entries } = progress);
        onCopy?.(progress);
      });
      return {
        blocks,
        left,
        ...(engine.rebuild !== undefined && { entries }),
        ...(compact && { bytes: await compactAll({ db, engineHost }) }),
      };
    },
  };
}

/** Longest wait in ms for other programs that write; captures wait as long. */
const WAIT_MS = 4000;

async function compactAll({ db, engineHost }: Pick<Context, "db" | "engineHost">): Promise<Rebuilt["bytes"] & object> {
  const before = sizeBytes(db);
  await engineHost.compact();
  if (!(await engineHost.rewrite(WAIT_MS))) throw busy();
  await engineHost.foldLog();
  return { before, after: sizeBytes(db) };
}

function sizeBytes({ sql }: Context["db"]): number {
  return sql<number>("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()").pluck().get() ?? 0;
}

/** Places in an error's message, which adds the number of further places. More places make the message longer. */
const MAX_NAMED = 5;

function toDetail(places: readonly DamagedPlace[]): string {
  const named = places
    .slice(0, MAX_NAMED)
    .map(({ uuid, seq, reason }) => `Event ${uuid ?? "?"} (seq ${seq}): ${reason}`);
  const more = places.length > MAX_NAMED ? ` And ${places.length - MAX_NAMED} more.` : "";
  return (
    `The event log is damaged; the columns of its blocks stay as they are. ${named.join(" ")}${more} ` +
    "Delete these events (`hoglet deletions request event <uuid>`, then `hoglet deletions run`), or rebuild with `--skip-bad`."
  );
}
