import { givenValue, groupLookup } from "../../events/filters/index.ts";
import type { Json, Properties } from "../../events/filters/index.ts";
import type { Context } from "../context.ts";
import type { Subject } from "../evaluation/index.ts";
import type { FlagSet } from "./flag-sets.ts";
import { keptIds } from "./kept-ids.ts";
import type { AskedFor } from "./request.ts";

type Reads = Pick<Context, "db" | "clock" | "identity">;

const INITIAL = "$initial_";

/** A request's person: sent properties over stored ones. Nothing is read before a flag asks for it. */
export function subjectOf(ctx: Reads, projectId: number, set: FlagSet, asked: AskedFor): Subject {
  const { distinctId, anonymousId, deviceId, personProperties: sent } = asked;
  const stored = once(() => ctx.identity.findPerson(projectId, distinctId));
  const kept = once(() => keptIds(ctx, projectId, asked));
  const groups = groupsOf(ctx, projectId, set, asked);

  return {
    distinctId,
    anonymousId,
    deviceId,
    nowMs: ctx.clock.now(),
    personProperty: (key) => personProperty(key, sent, () => (stored()?.properties ?? {}) as Properties, distinctId),
    groupKey: (index) => groups.get(index)?.key,
    groupProperty: (index, key) => groups.get(index)?.property(key),
    isMember(cohortId) {
      const person = stored();
      if (person === undefined) return false;
      const found = ctx.db.sql("SELECT 1 FROM cohort_members WHERE cohort_id = ? AND person_id = ?");
      return found.get(cohortId, person.id) !== undefined;
    },
    keptId: (flagKey) => kept().get(flagKey),
  };
}

/** The sent property, else the stored one; without either, `$initial_x` is `$x`. */
function personProperty(key: string, sent: Properties, stored: () => Properties, distinctId: string): Json | undefined {
  const own = givenValue(sent, key);
  if (own !== undefined) return own;
  if (key === "distinct_id") return distinctId;
  const known = givenValue(stored(), key);
  if (known !== undefined || !key.startsWith(INITIAL)) return known;
  return givenValue(sent, `$${key.slice(INITIAL.length)}`);
}

/** The groups that a request names, by the index of their type; unknown types are left out. */
function groupsOf(ctx: Reads, projectId: number, { groupIndexes }: FlagSet, { groups, groupProperties }: AskedFor) {
  const storedOf = groupLookup(ctx.db, projectId);
  const found = new Map<number, { key: string; property(key: string): Json | undefined }>();
  for (const [type, groupKey] of groups) {
    const index = groupIndexes.get(type);
    if (index === undefined) continue;
    const sent = groupProperties.get(type) ?? {};
    const property = (key: string) =>
      givenValue(sent, key) ?? (key === "$group_key" ? groupKey : givenValue(storedOf(index, groupKey), key));
    found.set(index, { key: groupKey, property });
  }
  return found;
}

/** Computes a value when it is first asked for. */
function once<Value>(compute: () => Value): () => Value {
  let known: { value: Value } | undefined;
  return () => (known ??= { value: compute() }).value;
}
