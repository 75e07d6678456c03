import type { Evaluated } from "./evaluate.ts";
import type { FlagValue } from "./flag.ts";

/** The evaluated flags, before `/flags` and `/decide` give them the shape of a version. */
export interface EvaluatedFlags {
  results: readonly Evaluated[];
  /** A new UUID. */
  requestId: string;
  /** Epoch ms. */
  evaluatedAt: number;
}

/** The detailed form: `/flags?v=2` and `/decide?v=4` (reference/capture.md 12). A payload is JSON text. */
export function toFlagsV2({ results, requestId, evaluatedAt }: EvaluatedFlags) {
  const flags = Object.fromEntries(results.map((result) => [result.flag.key, toDetail(result)]));
  return { errorsWhileComputingFlags: false, flags, requestId, evaluatedAt };
}

/** The form with two maps, `/flags?v=1` and `/decide?v=3`: values by key, and payloads by key. */
export function toFlagsV1({ results, requestId, evaluatedAt }: EvaluatedFlags) {
  return {
    errorsWhileComputingFlags: false,
    featureFlags: toValues(results),
    featureFlagPayloads: Object.fromEntries(
      results.flatMap(({ flag, payload }) => (payload === null ? [] : [[flag.key, payload] as const])),
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
  const active = answer.results.filter(({ value }) => value !== false);
  if (version <= 1) return { featureFlags: active.map(({ flag }) => flag.key) };
  if (version === 2) return { featureFlags: toValues(active) };
  return version === 3 ? toFlagsV1(answer) : toFlagsV2(answer);
}

function toValues(results: readonly Evaluated[]): Record<string, FlagValue> {
  return Object.fromEntries(results.map(({ flag, value }) => [flag.key, value]));
}

function toDetail({ flag, value, payload, conditionIndex }: Evaluated) {
  return {
    key: flag.key,
    enabled: value !== false,
    variant: typeof value === "string" ? value : null,
    reason: toReason(conditionIndex),
    metadata: { id: flag.id, version: flag.version, description: null, ...(payload !== null && { payload }) },
  };
}

function toReason(index: number | null) {
  return index === null
    ? { code: "no_condition_match", condition_index: null, description: "No condition matched" }
    : { code: "condition_match", condition_index: index, description: `Matched condition set ${index + 1}` };
}
