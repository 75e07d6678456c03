import * as v from "valibot";
import type { Context } from "./context.ts";
import { invalid } from "../base/errors.ts";
import { parse } from "../base/parse.ts";
import { getProject } from "../admin/projects/index.ts";
import { requireWrites } from "../storage/index.ts";
import { openLoader } from "./open-loader.ts";
import { processEvents } from "./process-events.ts";
import type { ProcessedEvent } from "./process-events.ts";
import { takeSlot } from "./import-slots.ts";
import type { Source } from "./source.ts";
import { stage } from "./stage.ts";
import { noCounts } from "./tally.ts";
import type { ImportCounts, Report } from "./tally.ts";

/** The options of an import. */
export const ImportOptions = v.strictObject({
  /**
   * `create`: a distinct id that no person claims gets a person, created at its earliest event of the file, not
   * identified. As in capture, personless events (`$process_person_profile: false`) alone create no person. `given`:
   * only the person lines create persons; all other events stay without a person. @default "create"
   */
  persons: v.optional(v.picklist(["create", "given"])),
  /** Keep the valid lines and list the bad lines instead of refusing the file. @default false */
  skipBad: v.optional(v.boolean(), false),
  /** Called with the counts of lines so far, about every five hundred lines; duplicates are known only at the end. */
  onProgress: v.optional(v.custom<(counts: ImportCounts) => void>(isFunction, "Expected a function.")),
  /** Called when all lines are read, before they are stored at once, which takes up to as long again. */
  onStaged: v.optional(v.custom<() => void>(isFunction, "Expected a function.")),
  /** Gets the events in the order of the file, which are then not stored directly. */
  process: v.optional(v.custom<(events: ProcessedEvent[]) => Promise<void>>(isFunction, "Expected a function.")),
});
export type ImportOptions = v.InferInput<typeof ImportOptions>;

/**
 * Imports NDJSON lines into a project, all or nothing, and counts them.
 *
 * A person line with known distinct ids updates that person: properties key by key, `created_at` and `is_identified` if
 * given; when the ids belong to several persons, these become one, the first id's. Group lines update groups likewise.
 * A second import of a file with uuids therefore changes nothing, except that ids of cohorts and actions are refused
 * when taken. An index without a type gets `group_<index>`.
 *
 * @throws notFound for an unknown project; invalid for options or a source of the wrong kind, and (`bad_line`) for the
 * first bad line, with its number and reason; unavailable when the database cannot be written; the errors of the
 * source. Nothing is stored then, unless `process` had begun.
 */
export async function importLines(
  ctx: Pick<Context, "db" | "clock" | "ids" | "imports">,
  projectId: number,
  source: Source,
  options: ImportOptions = {},
): Promise<ImportCounts> {
  const { persons, skipBad, onProgress, onStaged, process } = parse(ImportOptions, options);
  if (process !== undefined && persons !== undefined) {
    throw invalid("persons", "With process the capture pipeline decides about persons; leave this out.");
  }
  getProject(ctx, projectId);
  requireWrites(ctx.db);
  const leave = await takeSlot(ctx.imports);
  const job = { projectId, persons: persons ?? "create", skipBad } as const;
  const result: ImportCounts = { ...noCounts(), ...(skipBad && { bad: [] }) };
  const take = ({ counts, bad }: Report) => {
    Object.assign(result, counts);
    for (const line of bad) result.bad?.push(line);
  };
  const onReport = (report: Report) => {
    take(report);
    onProgress?.({ ...result });
  };
  try {
    const loader = openLoader(ctx.db, { ...job, isPacked: process === undefined });
    try {
      await stage(ctx, source, { loader, skipBad, onReport });
      onStaged?.();
      take(await loader.move({ withEvents: process === undefined, nowMs: ctx.clock.now() }));
      if (process !== undefined) {
        ctx.db.invalidate();
        await processEvents(loader, result, process);
        await loader.moveMembers();
      }
    } finally {
      await loader.close();
    }
  } finally {
    leave();
  }
  ctx.db.invalidate();
  return result;
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}
