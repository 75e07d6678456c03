import { isFields } from "../../base/fields.ts";
import type { Context } from "../context.ts";
import { automaticProperties } from "./automatic-properties.ts";
import type { KnownId } from "./identity-map.ts";
import { merge } from "./merge.ts";
import type { Merge, MergeOutcome } from "./merge.ts";
import type { Person, Properties } from "./person.ts";
import { isNoise, leavesProperties, toNewProperties, updated } from "./properties.ts";
import type { PersonUpdate } from "./properties.ts";
import { isOversized, MAX_PROPERTIES_BYTES, trimmed } from "./property-size.ts";

/** An event, as far as its person needs it. */
export interface PersonEvent {
  projectId: number;
  uuid: string;
  event: string;
  distinctId: string;
  /** The entry of the distinct id in the identity map. */
  knownId: KnownId;
  timestampMs: number;
  /** The properties as stored. */
  properties: Properties;
  /** The merge that the event requests (`toMerge`); null = none. */
  merge: Merge | null;
  /** Length as JSON: an upper bound for additions to a person. */
  sizeBytes: number;
}

/** A finding of the person step, for a developer. */
export interface PersonWarning {
  type: string;
  details: Record<string, unknown>;
}

const NOTHING_TOLD: readonly PersonWarning[] = [];

const NO_MERGE: MergeOutcome = { person: null, joining: null, identifies: false, merged: false, refusal: null };

/**
 * Merges, creates and updates for a processed event. Arrival order decides; event times count only for `created_at`,
 * the earliest event's. Call it inside a transaction. Returns warnings of a refused merge or update (the event is
 * kept).
 */
export function applyPerson(ctx: Pick<Context, "identity" | "options">, event: PersonEvent): readonly PersonWarning[] {
  const request = event.merge;
  const { personId } = event.knownId;
  const update = toUpdate(event);
  // Most events say nothing about their existing person, which is then not read: its `created_at` never rises.
  const isOrdinary = request === null && update === null && personId !== null;
  if (isOrdinary && event.timestampMs >= (event.knownId.createdMs ??= ctx.identity.createdMs(personId))) {
    return NOTHING_TOLD;
  }
  const outcome =
    request === null
      ? { ...NO_MERGE, person: personId === null ? null : ctx.identity.person(personId) }
      : merge(ctx, event.projectId, request);
  const isWhole =
    outcome.person === null ? create(ctx, event, outcome, update) : change(ctx, event, outcome, outcome.person, update);
  const warnings: PersonWarning[] = [];
  if (outcome.refusal !== null && request !== null) {
    warnings.push({ type: outcome.refusal, details: { other: request.other, target: request.target } });
  }
  if (!isWhole) {
    warnings.push({ type: "person_properties_size_violation", details: { limit_bytes: MAX_PROPERTIES_BYTES } });
  }
  return warnings;
}

/** `$set`, `$set_once` and `$unset`, above the automatic properties. */
export function toUpdate(event: Pick<PersonEvent, "event" | "properties" | "timestampMs">): PersonUpdate | null {
  const { properties } = event;
  const automatic = automaticProperties(event.event, properties, event.timestampMs);
  const set = toObject(properties["$set"]);
  const setOnce = toObject(properties["$set_once"]);
  const unset = toKeys(properties["$unset"]);
  if (automatic === null && set === null && setOnce === null && unset === null) return null;
  return {
    set: joined(automatic?.set, set),
    setOnce: joined(automatic?.setOnce, setOnce),
    unset: unset ?? [],
  };
}

/** Copies only when both objects exist, which is rare. */
function joined(below: Properties | undefined, above: Properties | null): Properties {
  if (below === undefined) return above ?? {};
  return above === null ? below : { ...below, ...above };
}

/** @returns false when the properties were refused for their size */
function create(
  { identity }: Pick<Context, "identity">,
  event: PersonEvent,
  outcome: MergeOutcome,
  update: PersonUpdate | null,
): boolean {
  const wanted = update === null || leavesProperties(event.event) ? NO_UPDATE : update;
  const properties = toNewProperties(wanted, event.uuid);
  const isTooLarge = isOversized(properties, event.sizeBytes);
  const person = identity.create({
    projectId: event.projectId,
    founder: toFounder(identity, event, outcome.joining),
    properties: isTooLarge ? toNewProperties(NO_UPDATE, event.uuid) : properties,
    isIdentified: outcome.identifies,
    createdAtMs: event.timestampMs,
  });
  identity.claim(event.distinctId, person);
  if (outcome.joining !== null) identity.claim(outcome.joining, person);
  return !isTooLarge;
}

const NO_UPDATE: PersonUpdate = { set: {}, setOnce: {}, unset: [] };

// The target's id founds the person, unless only the other was seen before, without a person: its events carry that
// UUID (reference/capture.md 15.2, 16).
function toFounder(identity: Context["identity"], event: PersonEvent, joining: string | null): string {
  if (joining === null) return event.distinctId;
  const isOtherSeen = identity.find(event.projectId, joining)?.isPersonless === true;
  const isTargetSeen = identity.find(event.projectId, event.distinctId)?.isPersonless === true;
  return isOtherSeen && !isTargetSeen ? joining : event.distinctId;
}

/** @returns false when the update was refused for its size */
function change(
  { identity, options }: Pick<Context, "identity" | "options">,
  event: PersonEvent,
  outcome: MergeOutcome,
  person: Person,
  update: PersonUpdate | null,
): boolean {
  const before = person.properties;
  let after = update === null || leavesProperties(event.event) ? before : updated(before, update);
  if (after !== before && options.skipNoisyUpdates && isNoise(event.event, before, after)) after = before;
  const isTooLarge = after !== before && isOversized(after, event.sizeBytes);
  // Merges and imports can make a person too large, which could otherwise never change again.
  if (isTooLarge) after = isOversized(before, event.sizeBytes) ? trimmed(after) : before;

  if (event.timestampMs < person.createdAtMs) {
    // An import of history may come after today's events.
    person.createdAtMs = event.timestampMs;
    identity.change(person);
  }
  const becomesIdentified = outcome.identifies && !person.isIdentified;
  if (after !== before || becomesIdentified) {
    person.properties = after;
    person.isIdentified ||= becomesIdentified;
    if (!outcome.merged) person.version += 1;
    identity.change(person);
  }
  return !isTooLarge;
}

/** Null when there is nothing to write; other values (`$set: "oops"`) are ignored. */
function toObject(value: unknown): Properties | null {
  return isFields(value) ? (value as Properties) : null;
}

/** A list of keys, or an object with these keys. */
function toKeys(value: unknown): string[] | null {
  // An object's `toString` may be any JSON value.
  if (Array.isArray(value)) return value.filter((key) => typeof key !== "object").map(String);
  return typeof value === "object" && value !== null ? Object.keys(value) : null;
}
