import { nextTurn } from "../base/platform.ts";
import type { Context } from "./context.ts";
import { HogletError } from "../base/errors.ts";
import { parseLine } from "./line.ts";
import type { Loader } from "./loader.ts";
import { readLines } from "./source.ts";
import type { Source } from "./source.ts";
import { toStaged } from "./staged-line.ts";
import type { StagedLine } from "./staged-line.ts";
import type { Report } from "./tally.ts";

export interface StageTo {
  loader: Pick<Loader, "put">;
  skipBad: boolean;
  onReport(report: Report): void;
}

/**
 * Stages a source's lines. After each batch it reports, and the event loop turns.
 * @throws invalid `bad_line` for the first bad line, unless bad lines are skipped; the errors of the source
 */
export async function stage(
  { ids }: Pick<Context, "ids">,
  source: Source,
  { loader, skipBad, onReport }: StageTo,
): Promise<void> {
  // The loader stages a batch, in its thread, while this one reads the next.
  let putting: Promise<Report> | undefined;
  const putBefore = async () => {
    const before = putting;
    putting = undefined;
    if (before !== undefined) onReport(await before);
  };
  try {
    for await (const batch of readLines(source)) {
      const lines: StagedLine[] = [];
      for (const { number, content } of batch) {
        const line = { number, ...readLine(ids, content) };
        lines.push(line);
        // The loader reports the line, unless it finds an earlier bad line.
        if (line.kind === "bad" && !skipBad) break;
      }
      await putBefore();
      putting = loader.put(lines);
      let hasFailed = false;
      // Awaited later: until then a failure must not count as unhandled.
      putting.catch(() => (hasFailed = true));
      await nextTurn();
      // A batch of this thread has ended by now: after a failure the rest of the file is not read.
      if (hasFailed) await putBefore();
    }
    await putBefore();
  } finally {
    // A failing source must not end the loader in the middle of its work.
    await putting?.catch(() => {});
  }
}

function readLine(ids: Context["ids"], content: unknown) {
  try {
    return toStaged(ids, parseLine(content));
  } catch (error) {
    if (!(error instanceof HogletError)) throw error;
    return { kind: "bad", reason: error.message } as const;
  }
}
