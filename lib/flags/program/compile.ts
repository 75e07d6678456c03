import type { CompiledCondition, CompiledFlag } from "../evaluation/index.ts";
import { holds, toConditions } from "./conditions.ts";
import type { Condition } from "./conditions.ts";
import { payloadText } from "./flag.ts";
import type { Flag } from "./flag.ts";

/**
 * Prepares a flag of the program for evaluation. Not by way of its definition, whose patterns of distinct ids may be
 * longer than patterns may be.
 */
export function compileProgramFlag(flag: Flag, id: number): CompiledFlag {
  const conditions = toConditions(flag);
  return {
    id,
    key: flag.key,
    isActive: true,
    // A flag that is off for everybody has a condition that nobody meets: the reason is that none matched.
    conditions: conditions.length === 0 ? [NOBODY] : conditions.map(toCondition),
    variants: [],
    payloads: new Map(
      conditions.flatMap(({ value }) => {
        const text = payloadText(flag, value);
        return text === null ? [] : [[String(value), text] as const];
      }),
    ),
    early: null,
    holdout: null,
    unit: null,
    isEarlyExit: false,
    bucketsBy: "distinct_id",
    keepsValue: false,
    hasDependencies: true,
  };
}

const NOBODY: CompiledCondition = { unit: null, passes: () => false, rollout: 100, variant: null };

function toCondition(condition: Condition): CompiledCondition {
  const { value } = condition;
  return {
    unit: null,
    passes: ({ distinctId }) => holds(condition, distinctId),
    rollout: 100,
    variant: value === true ? null : value,
  };
}
