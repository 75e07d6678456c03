import type { Context } from "../context.ts";
import { toUuidBytes } from "../../base/ids.ts";
import { identifyGroup, stripGroups, tagGroups } from "../../people/groups/index.ts";
import { applyPerson, toMerge } from "../../people/persons/index.ts";
import { toStorable, toStorableText } from "../../storage/index.ts";
import type { CleanEvent, Finding } from "./clean.ts";
import { FLAG_CALLED, noteFlagCall } from "./note-flag-call.ts";
import { addWarning } from "./warning.ts";

/** An event with all that storing it needs. */
export interface StorableEvent {
  projectId: number;
  /** Null = dropped, except its findings. */
  event: CleanEvent | null;
  distinctId: string;
  receivedAtMs: number;
  findings: Finding[];
}

/** Ms: a personless event this much later than its person's creation is stored like a full event (reference 16). */
const UPGRADE_AFTER_MS = 60_000;

/**
 * Inside the transaction: nothing when the uuid is stored already, else the log's row, the group, the person step and
 * findings. @returns was it stored?
 */
export function store(ctx: Context, item: StorableEvent): boolean {
  const { event, projectId } = item;
  if (event === null) {
    for (const finding of item.findings) warn(ctx, item, null, finding);
    return false;
  }
  const { distinctId } = event;
  const uuid = event.uuid ?? ctx.ids.uuid(item.receivedAtMs);
  const uuidBytes = toUuidBytes(uuid);
  const known = ctx.identity.find(projectId, distinctId);
  // Earlier work can write too: a new distinct id, a new group type.
  const writesFirst = known === undefined || event.properties["$groups"] !== undefined;
  if (writesFirst && event.uuid !== null && ctx.eventLog.has(projectId, uuidBytes)) return false;
  const knownId = known ?? ctx.identity.note(projectId, distinctId, false);
  // Person and group get the row's properties: U+FFFD for NUL.
  const { text, value: properties } = toStorable(withGroups(ctx, projectId, distinctId, event));
  // First: its unique uuid shows whether the event is new.
  const isNew = ctx.eventLog.append({
    projectId,
    uuid: uuidBytes,
    event: event.event,
    distinctIdOrdinal: knownId.ordinal,
    timestampMs: event.timestampMs,
    receivedAtMs: item.receivedAtMs,
    properties: text,
    elements: event.elements === null ? null : toStorableText(event.elements),
  });
  if (!isNew) return false;
  const { timestampMs } = event;
  identifyGroup(ctx, { projectId, event: event.event, timestampMs, properties });
  if (event.event === FLAG_CALLED) {
    noteFlagCall(ctx, { projectId, receivedAtMs: item.receivedAtMs, flag: properties["$feature_flag"] });
  }
  if (event.processPerson) {
    const told = applyPerson(ctx, {
      projectId,
      uuid,
      event: event.event,
      distinctId,
      knownId,
      timestampMs,
      properties,
      merge: toMerge(event.event, event.properties, distinctId),
      sizeBytes: text.length,
    });
    for (const warning of told) warn(ctx, item, uuid, warning);
  } else if (known?.personId === undefined || known.personId === null) {
    ctx.identity.note(projectId, distinctId, true);
  }
  for (const finding of item.findings) warn(ctx, item, uuid, finding);
  return true;
}

function withGroups(ctx: Context, projectId: number, distinctId: string, event: CleanEvent): Record<string, unknown> {
  const isFull = event.processPerson || (event.mayUpgrade && isUpgraded(ctx, projectId, distinctId, event));
  return isFull ? tagGroups(ctx, projectId, event.properties) : stripGroups(event.properties);
}

/** Stores a personless event like a full event when its person was known well before it. */
function isUpgraded(ctx: Context, projectId: number, distinctId: string, event: CleanEvent): boolean {
  const person = ctx.identity.findPerson(projectId, distinctId);
  return person !== undefined && event.timestampMs > person.createdAtMs + UPGRADE_AFTER_MS;
}

function warn(
  ctx: Context,
  item: StorableEvent,
  eventUuid: string | null,
  { type, details }: { type: string; details: Record<string, unknown> },
): void {
  addWarning(ctx, { projectId: item.projectId, type, distinctId: item.distinctId, eventUuid, details });
}
