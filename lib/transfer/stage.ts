import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "../context.ts";
import { HogletError } from "../errors.ts";
import { toUuidBytes } from "../ids.ts";
import { toJson } from "../storage/index.ts";
import { createActors } from "./actors.ts";
import type { Actors } from "./actors.ts";
import { parseLine } from "./line.ts";
import type { EventLine, Line, PersonLine } from "./line.ts";
import { readLines } from "./source.ts";
import type { Source, SourceLine } from "./source.ts";
import type { Staging } from "./staging.ts";
import { takenReason } from "./taken-reason.ts";
import type { ImportCounts, Tally } from "./tally.ts";

/** What staging works with. */
export interface StageJob {
  ctx: Pick<Context, "db" | "clock" | "ids">;
  staging: Staging;
  tally: Tally;
  actors: Actors;
}

/**
 * Reads the source to its end and stages every good line. `onProgress` hears the counts after each batch of lines.
 * @throws invalid `bad_line` for the first bad one, unless they are skipped; whatever the source throws
 */
export async function stage(
  { ctx, staging, tally }: Omit<StageJob, "actors">,
  source: Source,
  onProgress: ((counts: ImportCounts) => void) | undefined,
): Promise<void> {
  const actors = createActors(staging);
  const job = { ctx, staging, tally, actors };
  for await (const batch of readLines(source)) {
    staging.transact(() => {
      for (const line of batch) stageLine(job, line);
    });
    onProgress?.({ ...tally.counts });
    await nextTurn();
  }
  staging.transact(() => actors.flush());
}

function stageLine(job: StageJob, { number, content }: SourceLine): void {
  const line = readLine(job.tally, number, content);
  if (line === null) return;
  const refusal = put(job, number, line);
  if (refusal === null) job.tally.count(line.kind, 1);
  else job.tally.reject(number, refusal);
}

function readLine(tally: Tally, number: number, content: unknown): Line | null {
  try {
    return parseLine(content);
  } catch (error) {
    if (!(error instanceof HogletError)) throw error;
    tally.reject(number, error.message);
    return null;
  }
}

/** Stages a line; the reason when it contradicts an earlier one or what is stored. */
function put(job: StageJob, number: number, line: Line): string | null {
  switch (line.kind) {
    case "event":
      return putEvent(job, number, line);
    case "person":
      return putPerson(job, number, line);
    case "project":
      return putDefinition(job, number, line, "");
    case "group":
      return putDefinition(job, number, line, `${line.group_type_index} ${line.group_key}`);
    case "cohort":
    case "action":
      return takenReason(job.ctx, line) ?? putDefinition(job, number, line, String(line.id));
  }
}

function putEvent({ ctx, staging, actors }: StageJob, number: number, line: EventLine): null {
  const isPersonless = line.properties["$process_person_profile"] === false;
  const uuid = line.uuid ?? ctx.ids.uuid(Math.max(0, line.timestamp));
  staging
    .sql(
      `INSERT INTO staging.events (line, uuid, name, actor, timestamp, personless, properties, elements)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      number,
      toUuidBytes(uuid),
      actors.name(line.event),
      actors.meet(line.distinct_id, line.timestamp, isPersonless),
      line.timestamp,
      isPersonless ? 1 : 0,
      toJson(line.properties),
      line.elements.length === 0 ? null : toJson(line.elements),
    );
  return null;
}

function putPerson({ staging }: StageJob, number: number, line: PersonLine): string | null {
  const distinctIds = [...new Set(line.distinct_ids)];
  const claimed = staging.sql("SELECT line FROM staging.claims WHERE distinct_id = ?").pluck();
  for (const distinctId of distinctIds) {
    const other = claimed.get(distinctId);
    if (other !== undefined) return `distinct_ids: "${distinctId}" is already on the person of line ${String(other)}.`;
  }
  const claim = staging.sql("INSERT INTO staging.claims (distinct_id, line) VALUES (?, ?)");
  for (const distinctId of distinctIds) claim.run(distinctId, number);
  staging
    .sql(
      `INSERT INTO staging.persons (line, distinct_ids, properties, created_at, is_identified)
       VALUES (?, ?, ?, ?, ?)`,
    )
    .run(
      number,
      JSON.stringify(distinctIds),
      toJson(line.properties),
      line.created_at ?? null,
      line.is_identified === undefined ? null : Number(line.is_identified),
    );
  return null;
}

function putDefinition({ staging }: StageJob, number: number, line: Line, key: string): string | null {
  const { changes } = staging
    .sql("INSERT INTO staging.definitions (line, kind, key, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
    .run(number, line.kind, key, toJson(line));
  if (changes === 1) return null;
  const other = staging
    .sql("SELECT line FROM staging.definitions WHERE kind = ? AND key = ?")
    .pluck()
    .get(line.kind, key);
  return `Line ${String(other)} is already about this ${line.kind}.`;
}
