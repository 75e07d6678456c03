import { payloadOf } from "./compile.ts";
import type { CompiledCondition, CompiledFlag, CompiledFlags } from "./compile.ts";
import type { FlagValue, FlagVariant } from "./definition.ts";
import { bucketOf, isWithin } from "./hash.ts";
import type { Evaluated, Subject } from "./subject.ts";

/** The cause of a value, as clients read it (reference/agents.md 10.1). */
export type ReasonCode =
  | "condition_match"
  | "no_condition_match"
  | "out_of_rollout_bound"
  | "no_group_type"
  | "super_condition_value"
  | "holdout_condition_value"
  | "missing_dependency"
  | "disabled";

export interface Outcome {
  value: FlagValue;
  reason: ReasonCode;
  /** The index of the deciding condition, from 0; null = no condition decided. */
  conditionIndex: number | null;
  /** JSON text; null = the value has none. */
  payload: string | null;
  /** Were conditions left out, since the request named no group of their type? */
  lacksGroup: boolean;
}

/** Evaluates a flag; flags that others depend on are evaluated once. */
export type Evaluation = (flag: CompiledFlag) => Outcome;

/** Begins the evaluation of a project's flags for a subject. */
export function beginEvaluation({ byId }: CompiledFlags, subject: Subject): Evaluation {
  const outcomes = new Map<number, Outcome>();
  const evaluation: Evaluation = (flag) => {
    let outcome = outcomes.get(flag.id);
    if (outcome === undefined) outcomes.set(flag.id, (outcome = evaluate(flag, evaluated)));
    return outcome;
  };
  const evaluated: Evaluated = {
    ...subject,
    flagValue(id) {
      const flag = byId.get(id);
      return flag === undefined || !flag.isActive ? false : evaluation(flag).value;
    },
  };
  return evaluation;
}

function evaluate(flag: CompiledFlag, subject: Evaluated): Outcome {
  if (!flag.isActive) return off("disabled", null);
  // A ring would never end.
  if (!flag.hasDependencies) return off("missing_dependency", null);
  return evaluateEarlyAccess(flag, subject) ?? evaluateHoldout(flag, subject) ?? evaluateConditions(flag, subject);
}

function evaluateEarlyAccess(flag: CompiledFlag, subject: Evaluated): Outcome | null {
  const { early } = flag;
  if (early === null || !early.isKnown(subject)) return null;
  const identifier = identifierOf(flag, early.condition, subject);
  const isOn = early.passes(subject) && identifier !== null && isIn(flag, early.condition, identifier);
  return isOn ? on(flag, true, "super_condition_value", 0) : off("super_condition_value", 0);
}

function evaluateHoldout(flag: CompiledFlag, subject: Evaluated): Outcome | null {
  const { holdout } = flag;
  if (holdout === null) return null;
  const identifier = identifierOf(flag, { unit: flag.unit }, subject);
  if (identifier === null || !isWithin(holdout.percentage, "holdout-", identifier)) return null;
  return on(flag, holdout.value, "holdout_condition_value", null);
}

/** The strength of the reasons for which no condition held: the strongest is told. */
const STRENGTH = { no_group_type: 0, no_condition_match: 1, out_of_rollout_bound: 2 } as const;

function evaluateConditions(flag: CompiledFlag, subject: Evaluated): Outcome {
  let told: { reason: keyof typeof STRENGTH; index: number | null } = { reason: "no_group_type", index: null };
  let lacksGroup = false;
  for (const [index, condition] of flag.conditions.entries()) {
    const identifier = identifierOf(flag, condition, subject);
    const reason = judge(flag, condition, identifier, subject);
    if (reason === "condition_match") {
      return on(flag, condition.variant ?? shareOf(flag, identifier ?? "") ?? true, reason, index);
    }
    if (reason === "no_group_type") lacksGroup = true;
    if (STRENGTH[reason] >= STRENGTH[told.reason]) told = { reason, index };
    if (reason === "out_of_rollout_bound" && flag.isEarlyExit) break;
  }
  return { ...off(told.reason, told.index), lacksGroup };
}

function judge(flag: CompiledFlag, condition: CompiledCondition, identifier: string | null, subject: Evaluated) {
  if (identifier === null && condition.unit !== null) return "no_group_type";
  if (!condition.passes(subject)) return "no_condition_match";
  return identifier !== null && isIn(flag, condition, identifier) ? "condition_match" : "out_of_rollout_bound";
}

/** The text that chooses people; null = the request has no group of the type, or no device. */
function identifierOf(
  flag: CompiledFlag,
  { unit }: Pick<CompiledCondition, "unit">,
  subject: Evaluated,
): string | null {
  if (unit !== null) return subject.groupKey(unit) ?? null;
  if (flag.bucketsBy === "device_id") return subject.deviceId;
  if (!flag.keepsValue) return subject.distinctId;
  return subject.keptId(flag.key) ?? subject.anonymousId ?? subject.distinctId;
}

function isIn({ key }: CompiledFlag, { rollout }: CompiledCondition, identifier: string): boolean {
  return isWithin(rollout, `${key}.`, identifier);
}

/** Null = no variant's share has the identifier. */
function shareOf({ key, variants }: CompiledFlag, identifier: string): string | null {
  if (variants.length === 0) return null;
  const bucket = identifier === "" ? 0 : bucketOf(`${key}.${identifier}variant`);
  return variantAt(variants, bucket);
}

function variantAt(variants: readonly FlagVariant[], bucket: number): string | null {
  let end = 0;
  for (const { key, rollout_percentage: percentage } of variants) {
    end += percentage / 100;
    if (bucket < end) return key;
  }
  return null;
}

function on(flag: CompiledFlag, value: true | string, reason: ReasonCode, conditionIndex: number | null): Outcome {
  return { value, reason, conditionIndex, payload: payloadOf(flag, value), lacksGroup: false };
}

function off(reason: ReasonCode, conditionIndex: number | null): Outcome {
  return { value: false, reason, conditionIndex, payload: null, lacksGroup: false };
}
