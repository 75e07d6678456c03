import type { Context } from "../context.ts";
import { isIllegalId } from "./illegal-ids.ts";
import type { Person } from "./person.ts";

/** The merge that an event requests: `other` joins `target`. */
export interface Merge {
  other: string;
  target: string;
  /** `$merge_dangerously`: even if the other side is identified. */
  isForced: boolean;
}

/** `person` is the event's; null = nobody claims its id yet. */
export interface MergeOutcome {
  person: Person | null;
  /** Neither id had a person: the caller creates a person with these ids. */
  joining: string | null;
  /** The target counts as identified. */
  identifies: boolean;
  /** The row was rewritten: further changes by the event belong to the same version. */
  merged: boolean;
  refusal: "cannot_merge_with_illegal_distinct_id" | "cannot_merge_already_identified" | null;
}

/** The merge that an event of this name requests, from its properties as sent; null for ordinary events. */
export function toMerge(event: string, properties: Record<string, unknown>, distinctId: string): Merge | null {
  if (event === "$identify" && Object.hasOwn(properties, "$anon_distinct_id")) {
    return { other: toShownText(properties["$anon_distinct_id"]), target: distinctId, isForced: false };
  }
  const isAlias = event === "$create_alias" || event === "$merge_dangerously";
  if (!isAlias || !properties["alias"]) return null;
  return { other: toShownText(properties["alias"]), target: distinctId, isForced: event === "$merge_dangerously" };
}

// Like events' distinct ids: an object becomes JSON, half a surrogate pair U+FFFD, since SQLite would store something
// else.
function toShownText(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replaceAll(/\p{Surrogate}/gu, "\ufffd");
}

/**
 * Merges by the outcome table of reference/capture.md 15.2. The target's person survives; the other's properties fill
 * its gaps; the earlier creation counts. `is_identified` protects the other side only.
 */
export function merge({ identity }: Pick<Context, "identity">, projectId: number, request: Merge): MergeOutcome {
  const { other, target, isForced } = request;
  const targetPerson = identity.findPerson(projectId, target) ?? null;
  const unchanged: MergeOutcome = {
    person: targetPerson,
    joining: null,
    identifies: false,
    merged: false,
    refusal: null,
  };
  if (other === target) return unchanged;
  if (isIllegalId(other) || isIllegalId(target)) {
    return { ...unchanged, refusal: "cannot_merge_with_illegal_distinct_id" };
  }
  const identified = { ...unchanged, identifies: true };
  const otherPerson = identity.findPerson(projectId, other) ?? null;
  if (otherPerson === null && targetPerson === null) return { ...identified, joining: other };
  if (otherPerson === null && targetPerson !== null) {
    identity.claim(other, targetPerson);
    return identified;
  }
  if (otherPerson !== null && targetPerson === null) {
    identity.claim(target, otherPerson);
    return { ...identified, person: otherPerson };
  }
  if (otherPerson === null || targetPerson === null || otherPerson.id === targetPerson.id) return identified;
  if (otherPerson.isIdentified && !isForced) return { ...identified, refusal: "cannot_merge_already_identified" };
  absorb(identity, otherPerson, targetPerson);
  return { ...identified, merged: true };
}

function absorb(identity: Context["identity"], other: Person, target: Person): void {
  target.properties = { ...other.properties, ...target.properties };
  target.createdAtMs = Math.min(other.createdAtMs, target.createdAtMs);
  target.version = Math.max(other.version, target.version) + 1;
  target.isIdentified = true;
  identity.absorb(other, target);
  identity.change(target);
}
