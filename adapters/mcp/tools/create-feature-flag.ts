import * as v from "valibot";
import type { FlagRecord, Page } from "../../../lib/index.ts";
import { defineTool, field } from "../tool.ts";
import type { Call } from "../tool.ts";

export const createFeatureFlag = defineTool({
  name: "create-feature-flag",
  title: "Set a feature flag",
  description:
    "Makes the flag of a key, or changes it where it exists: absent fields stay. evaluate_for a distinct id says its value, and why.",
  effect: "replaces",
  input: {
    key: field.text(),
    name: v.exactOptional(field.text()),
    active: v.exactOptional(v.boolean()),
    filters: v.exactOptional(
      v.pipe(
        v.record(v.string(), v.unknown()),
        v.description(
          "PostHog's: {groups: [{properties, rollout_percentage}], multivariate, payloads}; absent: on for all",
        ),
      ),
    ),
    deleted: v.exactOptional(v.boolean()),
    evaluate_for: v.exactOptional(field.text()),
  },
  async run(call, { evaluate_for: person, ...input }) {
    const existing = await find(call, input.key);
    const { key: _, ...changes } = input;
    const isAsked = existing !== undefined && Object.keys(changes).length === 0;
    const flag = isAsked ? existing : await save(call, existing, input);
    const { id, key, name, active, filters, version } = flag;
    const done = isAsked
      ? "is there"
      : existing === undefined
        ? "was made"
        : input.deleted
          ? "was deleted"
          : "was changed";
    const isEvaluated = person !== undefined && input.deleted !== true;
    const evaluation =
      isEvaluated && (await call.api.post(`/feature_flags/${id}/test_evaluation/`, { distinct_id: person }));
    return {
      summary: `The flag ${JSON.stringify(key)} ${done}${active ? "" : "; it is off"}.`,
      results: [{ id, key, name, active, filters, version }],
      ...(isEvaluated && { evaluation }),
    };
  },
});

async function find({ api }: Call, key: string): Promise<FlagRecord | undefined> {
  const { results } = await api.get<Page<FlagRecord>>("/feature_flags/", { search: key, limit: 200 });
  return results.find((flag) => flag.key === key);
}

async function save({ api }: Call, existing: FlagRecord | undefined, input: { key: string }): Promise<FlagRecord> {
  const { key: _, ...changes } = input;
  if (existing !== undefined) return api.patch<FlagRecord>(`/feature_flags/${existing.id}/`, changes);
  return api.post<FlagRecord>("/feature_flags/", input);
}
