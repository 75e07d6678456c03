import type { Context } from "../context.ts";
import { refuseDeleted } from "../../admin/projects/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import type { Batch } from "./batch.ts";
import type { Arrival } from "./clean.ts";
import { storeItems } from "./store-items.ts";
import { throughPlugins } from "./through-plugins.ts";
import { toItem } from "./to-item.ts";

/**
 * Runs all steps for a batch's events, in order. Resolves once committed: up to 1,000 events all or none, more in parts
 * (`store-items.ts`).
 * @throws HogletError 503 when the database cannot store them
 */
export async function ingest(ctx: Context, project: Project, batch: Batch): Promise<void> {
  const receivedAtMs = ctx.clock.now();
  const preparing = ctx.plugins.prepare(project.id);
  if (preparing !== null) await preparing;
  const arrival = toArrival(project, batch, receivedAtMs);
  const pipeline = ctx.plugins.pipeline(project.id); // plugins change and drop events; awaited, with no transaction open
  if (pipeline !== null) return ctx.plugins.track(throughPlugins({ ctx, pipeline, project, batch, arrival }));
  await storeItems(ctx, batch.events.length, (from, until) => {
    // Other requests had their turn in between.
    if (from > 0) refuseDeleted(ctx, project.id);
    return batch.events.slice(from, until).map((raw) => toItem(ctx, project.id, raw, arrival));
  }); // names, time and person data settled; then persons, groups, the log: one transaction shared with other requests
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
