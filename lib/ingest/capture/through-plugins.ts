import type { Context } from "../context.ts";
import { isTooDeep } from "../../base/depth.ts";
import { toUuid } from "../../base/ids.ts";
import type { Pipeline, PluginEvent, Stored } from "../../plugins/index.ts";
import { refuseDeleted } from "../../admin/projects/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import type { RawEvent } from "./body.ts";
import type { Arrival } from "./clean.ts";
import { toDistinctId } from "./distinct-id.ts";
import type { Batch } from "./batch.ts";
import type { StorableEvent } from "./store.ts";
import { storeItems } from "./store-items.ts";
import { eventTime } from "./timestamp.ts";
import { toItem } from "./to-item.ts";

interface PluginBatch {
  ctx: Context;
  pipeline: Pipeline;
  project: Project;
  batch: Batch;
  arrival: Arrival;
}

/**
 * As in PostHog, plugins see an event before cleaning: its elements are there, they may change top-level `$set`, and
 * their events are cleaned as if sent. After the commit they get the stored events.
 */
export async function throughPlugins({ ctx, pipeline, project, batch, arrival }: PluginBatch): Promise<void> {
  const origin = batch.origin ?? [];
  const given = batch.events.map((raw) => toPluginEvent(ctx, project, raw, arrival));
  const answers = await pipeline.process(given, origin, findFault);
  const items: StorableEvent[] = [];
  for (const [index, answer] of answers.entries()) {
    const raw = batch.events[index];
    const before = given[index];
    if (answer === null || raw === undefined || before === undefined) continue;
    // Cleaning must not restore an address that a plugin removed.
    items.push(toItem(ctx, project.id, toRaw(raw, before, answer), { ...arrival, ip: null }));
  }
  const stored: Stored[] = [];
  await storeItems(
    ctx,
    items.length,
    (from, until) => {
      refuseDeleted(ctx, project.id);
      return items.slice(from, until);
    },
    (part) => {
      const told = part.map(({ event }) => toStored(event));
      pipeline.keep(told, origin);
      stored.push(...told);
    },
  );
  pipeline.stored(stored, origin);
}

const SITE_URL = "http://hoglet.local";

function toPluginEvent(ctx: Context, project: Project, raw: RawEvent, arrival: Arrival): PluginEvent {
  const { nowMs, sentAtMs } = arrival;
  const sentIp = raw.properties["$ip"];
  const ip = typeof sentIp === "string" ? sentIp : arrival.ip;
  return {
    distinct_id: raw.distinctId,
    ip,
    site_url: SITE_URL,
    team_id: project.id,
    now: new Date(nowMs).toISOString(),
    ...(sentAtMs !== null && { sent_at: new Date(sentAtMs).toISOString() }),
    event: raw.event,
    // Plugins read either place (reference/plugins.md 6).
    properties: ip !== null && sentIp === undefined ? { ...raw.properties, $ip: ip } : raw.properties,
    timestamp: toTimestamp(raw, arrival),
    uuid: raw.uuid ?? ctx.ids.uuid(nowMs),
    ...(raw.set !== null && { $set: raw.set }),
    ...(raw.setOnce !== null && { $set_once: raw.setOnce }),
  };
}

/** The timestamp as sent, since its text may matter to a plugin; without it, the time of the event. */
function toTimestamp({ timestamp, offsetMs, timeMs }: RawEvent, { sentAtMs, nowMs }: Arrival): string {
  if (timeMs === undefined && timestamp !== null) return timestamp;
  const clues = { timestamp, offsetMs, sentAtMs, nowMs, ignoreSentAt: false };
  return new Date(timeMs ?? eventTime(clues).timestampMs).toISOString();
}

function findFault({ event, distinct_id, uuid, timestamp, properties, $set, $set_once }: PluginEvent): string | null {
  if (typeof event !== "string" || event === "") return "it returned an event without a name";
  const isId = typeof distinct_id === "string" || typeof distinct_id === "number";
  if (!isId || toDistinctId(distinct_id) === null) return "it returned an event without a distinct_id";
  if (typeof uuid !== "string" || toUuid(uuid) === null) return "it returned an event whose uuid is no UUID";
  if (!isAbsent(timestamp) && typeof timestamp !== "string") return "it returned a timestamp that is no text";
  for (const [name, fields] of Object.entries({ properties, $set, $set_once })) {
    if (isAbsent(fields)) continue;
    if (typeof fields !== "object" || Array.isArray(fields)) return `it returned ${name} that are no object`;
    if (isTooDeep(fields)) return `it returned ${name} that are nested too deeply`;
  }
  return null;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** A stored event was not dropped, and has had a uuid since the plugins saw it. */
function toStored(event: StorableEvent["event"]): Stored {
  return { uuid: event?.uuid ?? "", event: event?.event ?? "" };
}

/** Converts a plugin's event to the form of a sent event. */
function toRaw(raw: RawEvent, before: PluginEvent, after: PluginEvent): RawEvent {
  const { timeMs, ...rest } = raw;
  const hasNewTime = typeof after.timestamp === "string" && after.timestamp !== before.timestamp;
  return {
    ...rest,
    event: after.event,
    distinctId: toDistinctId(after.distinct_id) ?? raw.distinctId,
    uuid: toUuid(after.uuid),
    properties: withIp(before, after),
    set: after.$set ?? null,
    setOnce: after.$set_once ?? null,
    ...(hasNewTime && { timestamp: after.timestamp, offsetMs: null }),
    ...(!hasNewTime && timeMs !== undefined && { timeMs }),
  };
}

/** A change in either place counts; removal from one removes both, unless the other has a new address. */
function withIp(before: PluginEvent, after: PluginEvent): Record<string, unknown> {
  const { properties } = after;
  const ip = typeof after.ip === "string" && after.ip !== "" ? after.ip : null;
  if (ip === before.ip || properties["$ip"] !== before.properties["$ip"]) return properties;
  const { $ip: _, ...others } = properties;
  return ip === null ? others : { ...others, $ip: ip };
}
