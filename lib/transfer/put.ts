import type { Context } from "./context.ts";
import type { EventImport } from "../log/index.ts";
import type { StagedDefinition, StagedEvent, StagedLine, StagedPerson } from "./staged-line.ts";
import { takenReason } from "./taken-reason.ts";
import type { Tally } from "./tally.ts";

export interface PutJob {
  ctx: Pick<Context, "db">;
  events: EventImport;
  tally: Tally;
}

/**
 * Stages and counts a line, or leaves it out. @throws invalid `bad_line` for a bad line, unless bad lines are skipped
 */
export function put(job: PutJob, line: StagedLine): void {
  const refusal = line.kind === "bad" ? line.reason : putRow(job, line);
  if (refusal !== null) job.tally.reject(line.number, refusal);
  else if (line.kind !== "bad") job.tally.count(line.kind, 1);
}

type Row<T> = T & { number: number };

/** Returns a reason when the line contradicts an earlier line or stored data. */
function putRow(job: PutJob, line: Row<StagedEvent | StagedPerson | StagedDefinition>): string | null {
  switch (line.kind) {
    case "event":
      job.events.add(line, line.number);
      return null;
    case "person":
      return putPerson(job, line);
    case "project":
    case "group":
      return putDefinition(job, line);
    case "cohort":
    case "action":
    case "feature_flag":
      return takenReason(job.ctx, line) ?? putDefinition(job, line);
  }
}

function putPerson({ events: { staging } }: PutJob, line: Row<StagedPerson>): string | null {
  const { number, distinctIds } = line;
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
    .run(number, JSON.stringify(distinctIds), line.properties, line.createdAtMs, line.isIdentified);
  return null;
}

function putDefinition(
  { events: { staging } }: PutJob,
  { number, kind, key, body }: Row<StagedDefinition>,
): string | null {
  const { changes } = staging
    .sql("INSERT INTO staging.definitions (line, kind, key, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
    .run(number, kind, key, body);
  if (changes === 1) return null;
  const other = staging.sql("SELECT line FROM staging.definitions WHERE kind = ? AND key = ?").pluck().get(kind, key);
  return `Line ${String(other)} is already about this ${kind}.`;
}
