import type { Outcome, ReasonCode, FlagValue } from "../evaluation/index.ts";
import type { EvaluatedFlag } from "./evaluate.ts";

/** Evaluated flags, before a version of `/flags` or `/decide` gives them a shape. */
export interface EvaluatedFlags {
  results: readonly EvaluatedFlag[];
  /** A new UUID. */
  requestId: string;
  /** Epoch ms. */
  evaluatedAt: number;
}

/** Detailed: `/flags?v=2` and `/decide?v=4` (reference/agents.md 10.1). A payload is JSON text. */
export function toFlagsV2({ results, requestId, evaluatedAt }: EvaluatedFlags) {
  const flags = Object.fromEntries(results.map((result) => [result.flag.key, toDetail(result)]));
  return { errorsWhileComputingFlags: false, flags, requestId, evaluatedAt };
}

/** Two maps, of values and payloads by key: `/flags?v=1` and `/decide?v=3`. */
export function toFlagsV1({ results, requestId, evaluatedAt }: EvaluatedFlags) {
  return {
    errorsWhileComputingFlags: false,
    featureFlags: toValues(results),
    featureFlagPayloads: Object.fromEntries(
      results.flatMap(({ flag, outcome: { payload } }) => (payload === null ? [] : [[flag.key, payload] as const])),
    ),
    requestId,
    evaluatedAt,
  };
}

/**
 * The form of a `/decide` version: 1 = the keys of flags that are on, 2 = their values, 3 = all values with payloads,
 * later = detailed.
 */
export function toDecideShape(answer: EvaluatedFlags, version: number) {
  const active = answer.results.filter(({ outcome }) => outcome.value !== false);
  if (version <= 1) return { featureFlags: active.map(({ flag }) => flag.key) };
  if (version === 2) return { featureFlags: toValues(active) };
  return version === 3 ? toFlagsV1(answer) : toFlagsV2(answer);
}

function toValues(results: readonly EvaluatedFlag[]): Record<string, FlagValue> {
  return Object.fromEntries(results.map(({ flag, outcome }) => [flag.key, outcome.value]));
}

function toDetail({ flag, outcome }: EvaluatedFlag) {
  const { value, payload } = outcome;
  return {
    key: flag.key,
    enabled: value !== false,
    variant: typeof value === "string" ? value : null,
    reason: toReason(outcome),
    metadata: { id: flag.shownId, version: flag.version, description: null, ...(payload !== null && { payload }) },
  };
}

const DESCRIPTIONS: Readonly<Record<ReasonCode, string>> = {
  condition_match: "Matched condition set",
  no_condition_match: "No matching condition set",
  out_of_rollout_bound: "Out of rollout bound",
  no_group_type: "No group type",
  super_condition_value: "Super condition value",
  holdout_condition_value: "Holdout condition value",
  missing_dependency: "Flag cannot be evaluated due to missing dependency",
  disabled: "Feature flag is disabled",
};

/** The reason as `/flags?v=2` has it. */
export function toReason({ reason, conditionIndex, lacksGroup }: Outcome) {
  let description = DESCRIPTIONS[reason];
  if (reason === "condition_match") description += ` ${(conditionIndex ?? 0) + 1}`;
  if (reason === "no_condition_match" && lacksGroup) {
    description += " (group conditions were not evaluated because no group type was provided)";
  }
  return { code: reason, condition_index: conditionIndex, description };
}
