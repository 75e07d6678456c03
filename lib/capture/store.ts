import type { Context } from "../context.ts";
import { toUuidBytes } from "../ids.ts";
import { identifyGroup, stripGroups, tagGroups } from "../groups/index.ts";
import { applyPerson } from "../persons/index.ts";
import type { PersonEvent, PersonWarning } from "../persons/index.ts";
import { toJson, toStorableText } from "../storage/index.ts";
import type { CleanEvent, Finding } from "./clean.ts";
import { addWarning } from "./warning.ts";

/** What the transaction needs to store one event. */
export interface StorableEvent {
  projectId: number;
  /** Null = dropped: only its findings are stored. */
  event: CleanEvent | null;
  distinctId: string;
  receivedAtMs: number;
  findings: Finding[];
}

/** A personless event counts as full when its person was created more than this long before it (reference 16). */
const UPGRADE_AFTER_MS = 60_000;

/**
 * Stores one event inside the transaction: nothing at all when its uuid is already there, else the row of the log, its
 * group, the person step, and what was found on the way.
 */
export function store(ctx: Context, item: StorableEvent): void {
  const { event, projectId } = item;
  if (event === null) {
    for (const finding of item.findings) warn(ctx, item, null, finding);
    return;
  }
  const distinctId = toStorableText(event.distinctId);
  const uuid = event.uuid ?? ctx.ids.uuid(item.receivedAtMs);
  const uuidBytes = toUuidBytes(uuid);
  let known = ctx.identity.find(projectId, distinctId);
  if (known === undefined) {
    if (event.uuid !== null && ctx.eventLog.has(projectId, uuidBytes)) return;
    known = ctx.identity.note(projectId, distinctId, false);
  }
  tagStep(ctx, projectId, distinctId, event);
  const properties = toJson(event.properties);
  // The row first: its unique uuid tells whether the event is new before anything else changes.
  const isNew = ctx.eventLog.append({
    projectId,
    uuid: uuidBytes,
    event: toStorableText(event.event),
    distinctIdOrdinal: known.ordinal,
    timestampMs: event.timestampMs,
    receivedAtMs: item.receivedAtMs,
    properties,
    elements: event.elements === null ? null : toStorableText(event.elements),
  });
  if (!isNew) return;
  identifyGroup(ctx, { projectId, event: event.event, timestampMs: event.timestampMs, properties: event.properties });
  const warning = personStep(ctx, event, { projectId, uuid, distinctId, sizeBytes: properties.length });
  if (warning !== null) warn(ctx, item, uuid, warning);
  for (const finding of item.findings) warn(ctx, item, uuid, finding);
}

function tagStep(ctx: Context, projectId: number, distinctId: string, event: CleanEvent): void {
  if (event.processPerson || isUpgraded(ctx, projectId, distinctId, event)) {
    tagGroups(ctx, { projectId, event: event.event, timestampMs: event.timestampMs, properties: event.properties });
  } else {
    stripGroups(event.properties);
  }
}

/** A personless event of somebody who was known well before it keeps what a full event has. */
function isUpgraded(ctx: Context, projectId: number, distinctId: string, event: CleanEvent): boolean {
  const person = ctx.identity.findPerson(projectId, distinctId);
  return person !== undefined && event.timestampMs > person.createdAtMs + UPGRADE_AFTER_MS;
}

function personStep(
  ctx: Context,
  event: CleanEvent,
  about: Pick<PersonEvent, "projectId" | "uuid" | "distinctId" | "sizeBytes">,
): PersonWarning | null {
  if (event.processPerson) {
    const { event: name, timestampMs, properties } = event;
    return applyPerson(ctx, { ...about, event: name, timestampMs, properties });
  }
  const known = ctx.identity.find(about.projectId, about.distinctId);
  if (known?.personId === null) ctx.identity.note(about.projectId, about.distinctId, true);
  return null;
}

function warn(
  ctx: Context,
  item: StorableEvent,
  eventUuid: string | null,
  { type, details }: { type: string; details: Record<string, unknown> },
): void {
  addWarning(ctx, { projectId: item.projectId, type, distinctId: item.distinctId, eventUuid, details });
}
