import type { DamagedPlace } from "../engines/columns/index.ts";
import type { ProjectionProgress } from "../engines/host/index.ts";
import { corrupt } from "../base/errors.ts";
import type { Scope } from "./scope.ts";

/** How to rebuild. */
export interface RebuildOptions {
  /** Leaves events that cannot be read out of the columns, instead of keeping the columns that there are. @default false */
  skipBad?: boolean | undefined;
  /** Hears, at the start and after each block, how many blocks there are to be (`wanted`) and how many are made again. */
  onProgress?: ProjectionProgress;
}

/** What a rebuild did. */
export interface Rebuilt {
  /** Blocks of the log that were looked at. */
  blocks: number;
  /**
   * Places of the log whose bytes are damaged, in order; only with `skipBad` there may be any. Where the columns are intact they
   * are kept, since they were made of the log before it was damaged; elsewhere these events are left out of answers.
   */
  left: DamagedPlace[];
}

export interface RebuildHandle {
  /**
   * Makes the columns that questions are answered from again from the log, for all projects, block by block. The old columns of
   * a block stay until the new ones are stored, so that answers are the same before, meanwhile and afterwards; what is captured
   * meanwhile waits for milliseconds at most.
   * @throws HogletError `storage_corrupt` naming the damaged events, unless `skipBad`; their blocks keep the columns they have
   */
  rebuild(options?: RebuildOptions): Promise<Rebuilt>;
}

export function rebuildHandle({ open }: Scope): RebuildHandle {
  return {
    async rebuild({ skipBad = false, onProgress } = {}) {
      let blocks = 0;
      const left = await open().housing.rebuild(skipBad, (progress) => {
        blocks = progress.wanted;
        onProgress?.(progress);
      });
      if (left.length > 0 && !skipBad) throw corrupt(toDetail(left));
      return { blocks, left };
    },
  };
}

/** Places that an error names; it says how many more there are. */
const MAX_NAMED = 5;

function toDetail(places: readonly DamagedPlace[]): string {
  const named = places.slice(0, MAX_NAMED).map(({ uuid, first_seq: first, last_seq: last, reason }) => {
    const name = uuid === null ? `Events seq ${first} to ${last}` : `Event ${uuid} (seq ${first})`;
    return `${name}: ${reason}`;
  });
  const more = places.length > MAX_NAMED ? ` And ${places.length - MAX_NAMED} more.` : "";
  return (
    `The event log is damaged; the columns of its blocks stay as they are. ${named.join(" ")}${more} ` +
    "Delete these events (`hoglet deletions request event <uuid>`, then `hoglet deletions run`), or rebuild with `--skip-bad`."
  );
}
