import type { Context } from "../context.ts";
import { automaticProperties } from "./automatic-properties.ts";
import { merge, toMerge } from "./merge.ts";
import type { MergeOutcome } from "./merge.ts";
import type { Person, Properties } from "./person.ts";
import { isNoise, leavesProperties, toNewProperties, updated } from "./properties.ts";
import type { PersonUpdate } from "./properties.ts";

/** The part of an event that concerns its person. */
export interface PersonEvent {
  projectId: number;
  uuid: string;
  event: string;
  distinctId: string;
  timestampMs: number;
  properties: Properties;
  /** Length of the properties as JSON text: bounds what the event can add to a person. */
  sizeBytes: number;
}

/** What the person step found worth telling; null = nothing. */
export interface PersonWarning {
  type: string;
  details: Record<string, unknown>;
}

/** JSON bytes a person's properties may have; beyond it an update is refused (reference/capture.md 7). */
const MAX_PROPERTIES_BYTES = 640 * 1024;

const NO_MERGE: MergeOutcome = { person: null, joining: null, identifies: false, merged: false, refusal: null };

/**
 * The person step of a processed event: merges, creates, updates. Arrival order decides; event times are not compared.
 * Call inside a transaction. Gives a warning when a merge or an update was refused (the event is kept either way).
 */
export function applyPerson(ctx: Pick<Context, "identity" | "options">, event: PersonEvent): PersonWarning | null {
  const { identity } = ctx;
  const request = toMerge(event.event, event.properties, event.distinctId);
  const outcome =
    request === null
      ? { ...NO_MERGE, person: identity.findPerson(event.projectId, event.distinctId) ?? null }
      : merge(ctx, event.projectId, request);
  const update = toUpdate(event);
  const warning =
    outcome.person === null ? create(ctx, event, outcome, update) : change(ctx, event, outcome, outcome.person, update);
  if (outcome.refusal === null || request === null) return warning;
  return { type: outcome.refusal, details: { other: request.other, target: request.target } };
}

/** `$set`, `$set_once` and `$unset` of an event, with the automatic properties beneath its own. */
export function toUpdate(event: Pick<PersonEvent, "event" | "properties" | "timestampMs">): PersonUpdate | null {
  const { properties } = event;
  const automatic = automaticProperties(event.event, properties, event.timestampMs);
  const set = toObject(properties["$set"]);
  const setOnce = toObject(properties["$set_once"]);
  const unset = toKeys(properties["$unset"]);
  if (automatic === null && set === null && setOnce === null && unset === null) return null;
  return {
    set: automatic === null ? (set ?? {}) : { ...automatic.set, ...set },
    setOnce: automatic === null ? (setOnce ?? {}) : { ...automatic.setOnce, ...setOnce },
    unset: unset ?? [],
  };
}

function create(
  { identity }: Pick<Context, "identity">,
  event: PersonEvent,
  outcome: MergeOutcome,
  update: PersonUpdate | null,
): PersonWarning | null {
  const isTooLarge = event.sizeBytes > MAX_PROPERTIES_BYTES;
  const wanted = update === null || isTooLarge || leavesProperties(event.event) ? NO_UPDATE : update;
  const person = identity.create({
    projectId: event.projectId,
    founder: toFounder(identity, event, outcome.joining),
    properties: toNewProperties(wanted, event.uuid),
    isIdentified: outcome.identifies,
    createdAtMs: event.timestampMs,
  });
  identity.claim(event.distinctId, person);
  if (outcome.joining !== null) identity.claim(outcome.joining, person);
  return isTooLarge ? oversized() : null;
}

const NO_UPDATE: PersonUpdate = { set: {}, setOnce: {}, unset: [] };

// The target's id founds the person, unless only the other one was seen before, without a person: its events already
// carry the UUID that it stands for (reference/capture.md 15.2, 16).
function toFounder(identity: Context["identity"], event: PersonEvent, joining: string | null): string {
  if (joining === null) return event.distinctId;
  const isOtherSeen = identity.find(event.projectId, joining)?.isPersonless === true;
  const isTargetSeen = identity.find(event.projectId, event.distinctId)?.isPersonless === true;
  return isOtherSeen && !isTargetSeen ? joining : event.distinctId;
}

function change(
  { identity, options }: Pick<Context, "identity" | "options">,
  event: PersonEvent,
  outcome: MergeOutcome,
  person: Person,
  update: PersonUpdate | null,
): PersonWarning | null {
  const before = person.properties;
  let after = update === null || leavesProperties(event.event) ? before : updated(before, update);
  if (after !== before && options.skipNoisyUpdates && isNoise(event.event, before, after)) after = before;
  const isTooLarge = after !== before && exceeds(after, event.sizeBytes);
  if (isTooLarge) after = before;

  const becomesIdentified = outcome.identifies && !person.isIdentified;
  if (after !== before || becomesIdentified) {
    person.properties = after;
    person.isIdentified ||= becomesIdentified;
    if (!outcome.merged) person.version += 1;
    identity.change(person);
  }
  return isTooLarge ? oversized() : null;
}

// An update can only cross the limit when the person is large already or the event is: most persons hold a few hundred
// bytes, so counting keys first spares nearly every call the exact measure.
function exceeds(properties: Properties, eventBytes: number): boolean {
  const keyCount = Object.keys(properties).length;
  if (eventBytes < 4096 && keyCount < 64 && !hasLargeValue(properties)) return false;
  return Buffer.byteLength(JSON.stringify(properties)) > MAX_PROPERTIES_BYTES;
}

function hasLargeValue(properties: Properties): boolean {
  for (const key in properties) {
    const value = properties[key];
    if (typeof value === "object" && value !== null) return true;
    if (typeof value === "string" && value.length > 1024) return true;
  }
  return false;
}

function oversized(): PersonWarning {
  return { type: "person_properties_size_violation", details: { limit_bytes: MAX_PROPERTIES_BYTES } };
}

/** A plain object, or null when there is nothing to write; anything else (`$set: "oops"`) counts as nothing. */
function toObject(value: unknown): Properties | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Properties) : null;
}

/** `$unset` is a list of keys, or an object whose keys are meant. */
function toKeys(value: unknown): string[] | null {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "object" && value !== null ? Object.keys(value) : null;
}
