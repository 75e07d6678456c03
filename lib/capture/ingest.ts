import type { Context } from "../context.ts";
import type { Project } from "../projects/index.ts";
import type { RawEvent } from "./body.ts";
import { clean } from "./clean.ts";
import type { Arrival, Finding } from "./clean.ts";
import { store } from "./store.ts";
import type { StorableEvent } from "./store.ts";

/** Checked events of one request, on their way to one project. */
export interface Batch {
  events: readonly RawEvent[];
  sentAtMs: number | null;
  /** Of the connection; null = unknown. */
  ip: string | null;
}

/**
 * What happens to an event, in order. Resolves once the batch is committed, all of it or nothing.
 * @throws HogletError 503 when the database cannot store it
 */
export async function ingest(ctx: Context, project: Project, batch: Batch): Promise<void> {
  const receivedAtMs = ctx.clock.now();
  const arrival = toArrival(project, batch, receivedAtMs);
  const items = batch.events.map((raw) => toItem(project.id, raw, arrival)); // names, time and person data settled
  // Plugins that change or drop events belong here: awaited, with no transaction open.
  await ctx.queue.push(items.length, () => {
    for (const item of items) store(ctx, item); // persons, groups, the log: one transaction with other requests
  });
}

function toArrival(project: Project, batch: Batch, nowMs: number): Arrival {
  return {
    nowMs,
    sentAtMs: batch.sentAtMs,
    ip: batch.ip,
    processPersons: !project.person_processing_opt_out,
    anonymizeIps: project.anonymize_ips,
  };
}

function toItem(projectId: number, raw: RawEvent, arrival: Arrival): StorableEvent {
  const findings: Finding[] = [];
  const event = clean(raw, arrival, findings);
  return { projectId, event, distinctId: raw.distinctId, receivedAtMs: arrival.nowMs, findings };
}
