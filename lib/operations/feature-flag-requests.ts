import * as v from "valibot";
import { Count, Id } from "../base/answer-scalars.ts";
import { invalid, notFound } from "../base/errors.ts";
import { parseJsonText } from "../base/json-text.ts";
import {
  askedFor,
  createCohortOfFlag,
  evaluateFlags,
  Explained,
  explainFlag,
  MinimalFlag,
  toMinimal,
} from "../flags/answers/index.ts";
import { remoteConfigPayload } from "../flags/program/index.ts";
import {
  BulkDeleted,
  BulkDeleteInput,
  bulkDeleteFlags,
  BulkKeysInput,
  DependentFlags,
  FeatureFlag,
  findFlag,
  FlagKeys,
  flagKeysById,
  FlagListQuery,
  FlagStatus,
  getFlag,
  listDependentFlags,
  listFlags,
  updateFlag,
} from "../flags/stored/index.ts";
import type { FlagUpdate } from "../flags/stored/index.ts";
import type { Context } from "../handle/context.ts";
import { Cohort } from "../people/cohorts/index.ts";
import { getPerson } from "../people/persons/index.ts";
import { historyOf } from "./activity.ts";
import { FLAG, FLAGS } from "./feature-flags.ts";
import { operation } from "./operation.ts";
import type { Call } from "./operation.ts";

/** The groups of a person: an object, or its JSON in a query string. */
const Groups = v.exactOptional(
  v.pipe(
    v.unknown(),
    v.transform((given) => (typeof given === "string" && given !== "" ? fromJson(given) : given || {})),
    v.record(v.string(), v.union([v.string(), v.number()]), "Expected an object of group keys by type."),
  ),
);

function fromJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    // The schema refuses the text, which is no object.
    return text;
  }
}

const DistinctId = v.pipe(v.string("User distinct_id is required"), v.nonEmpty("User distinct_id is required"));

const Value = v.union([v.boolean(), v.string()]);

/** Questions about stored feature flags, and changes of several at once (reference/agents.md 8.4). */
export const featureFlagRequests = {
  enable: switched("enable", { active: true }, "Switches a feature flag on.", "It depends on disabled flags."),
  disable: switched("disable", { active: false }, "Switches a feature flag off.", "Enabled flags depend on it."),
  archive: switched("archive", { archived: true }, "Puts a feature flag away."),
  unarchive: switched("unarchive", { archived: false }, "Takes a feature flag out of the archive."),
  myFlags: operation({
    summary: "The values of all flags that are on, for the caller: the id of the key is the distinct id.",
    http: ["GET", `${FLAGS}/my_flags`],
    scopes: ["feature_flag:read"],
    input: v.object({ groups: Groups }),
    response: v.array(v.object({ feature_flag: MinimalFlag, value: Value })),
    async run(ctx, { project, key, input }) {
      const results = await evaluateFlags(ctx, project, askedFor(key.id, input.groups));
      return results.map(({ flag, outcome }) => ({ feature_flag: toMinimal(project.id, flag), value: outcome.value }));
    },
  }),
  evaluationReasons: operation({
    summary: "The value of every flag for a distinct id, with the reason.",
    http: ["GET", `${FLAGS}/evaluation_reasons`],
    scopes: ["feature_flag:read"],
    input: v.object({ distinct_id: DistinctId, groups: Groups }),
    response: v.record(
      v.string(),
      v.object({
        value: Value,
        evaluation: v.object({ reason: v.string(), condition_index: v.nullable(Count) }),
      }),
    ),
    async run(ctx, { project, input }) {
      const asked = askedFor(input.distinct_id, input.groups);
      const results = await evaluateFlags(ctx, project, asked, { inactive: true });
      return Object.fromEntries(
        results.map(({ flag, outcome: { value, reason, conditionIndex } }) => [
          flag.key,
          { value, evaluation: { reason, condition_index: conditionIndex } },
        ]),
      );
    },
  }),
  keys: operation({
    summary: "The keys of flags by id.",
    http: ["POST", `${FLAGS}/bulk_keys`],
    scopes: ["feature_flag:read"],
    input: BulkKeysInput,
    response: FlagKeys,
    example: { ids: [1, 2] },
    run: (ctx, { project, input }) => flagKeysById(ctx, project.id, input.ids),
  }),
  deleteSeveral: operation({
    summary: "Deletes flags by `ids`, or those that a list with these `filters` has.",
    http: ["POST", `${FLAGS}/bulk_delete`],
    scopes: ["feature_flag:write"],
    input: BulkDeleteInput,
    response: BulkDeleted,
    errors: { invalid_input: { "": "Neither `ids` nor `filters` is given, or both are." } },
    example: { ids: [3] },
    run: (ctx, call) => bulkDeleteFlags(ctx, call, call.input),
  }),
  matchingIds: operation({
    summary: "The ids of the flags that a list with the same filters has.",
    http: ["GET", `${FLAGS}/matching_ids`],
    scopes: ["feature_flag:read"],
    input: FlagListQuery,
    response: v.object({ ids: v.array(Id), total: Count }),
    run(ctx, { project, input }) {
      const { count, results } = listFlags(ctx, project.id, input);
      return { ids: results.map(({ id }) => id), total: count };
    },
  }),
  status: operation({
    summary: "Is a feature flag in use? `STALE` = nobody asks for it, or everybody has had it for 30 days.",
    http: ["GET", `${FLAG}/status`],
    scopes: ["feature_flag:read"],
    response: v.object({ status: FlagStatus, reason: v.string() }),
    run(ctx, { project, id }) {
      const { status } = getFlag(ctx, project.id, id);
      return { status, reason: STATUS_REASONS[status] };
    },
  }),
  dependentFlags: operation({
    summary: "The flags whose conditions name a flag.",
    http: ["GET", `${FLAG}/dependent_flags`],
    scopes: ["feature_flag:read"],
    response: DependentFlags,
    run: (ctx, { project, id }) => listDependentFlags(ctx, project.id, id),
  }),
  testEvaluation: operation({
    summary: "The value of a flag for a person, with the reason, and the outcome of each of its conditions.",
    http: ["POST", `${FLAG}/test_evaluation`],
    scopes: ["feature_flag:read"],
    input: v.object({
      distinct_id: v.exactOptional(v.string()),
      person_id: v.exactOptional(v.union([v.string(), v.number()])),
      groups: Groups,
    }),
    response: Explained,
    example: { distinct_id: "mira@example.org" },
    run(ctx, { project, id, input }) {
      const flag = getFlag(ctx, project.id, id);
      return explainFlag(ctx, project, flag.id, askedFor(toDistinctId(ctx, project, input), input.groups));
    },
  }),
  toCohort: operation({
    summary: "Creates a static cohort of the persons for whom a flag is on now.",
    http: ["POST", `${FLAG}/create_static_cohort_for_flag`],
    scopes: ["feature_flag:read", "cohort:write", "person:read"],
    status: 201,
    errors: { invalid_input: { "": "It is a flag of groups, which have no persons." } },
    response: v.object({ cohort: Cohort }),
    async run(ctx, call) {
      const { id } = getFlag(ctx, call.project.id, call.id);
      return { cohort: await createCohortOfFlag(ctx, call, id) };
    },
  }),
  remoteConfig: operation({
    summary:
      "The payload of a flag used as remote config (`:id` may be its key), as a text of JSON; null when it has none.",
    http: ["GET", `${FLAG}/remote_config`],
    scopes: ["feature_flag:read"],
    projectSecret: true,
    response: v.nullable(v.string()),
    run(ctx, { project, id }) {
      const ofProgram = ctx.flags.find(project.id, String(id));
      if (ofProgram !== undefined) return remoteConfigPayload(ofProgram);
      const flag = findFlag(ctx, project.id, String(id));
      if (!flag.is_remote_configuration) throw notFound();
      return flag.filters.payloads?.["true"] ?? null;
    },
  }),
  history: historyOf({
    summary: "The history of a project's feature flags.",
    path: `${FLAGS}/activity`,
    kind: "FeatureFlag",
  }),
  flagHistory: historyOf({
    summary: "The history of a feature flag.",
    path: `${FLAG}/activity`,
    kind: "FeatureFlag",
    find: (ctx, { project, id }) => getFlag(ctx, project.id, id).id,
  }),
};

/** @param refused when it answers 400 */
function switched(verb: string, change: FlagUpdate, summary: string, refused?: string) {
  return operation({
    summary,
    http: ["POST", `${FLAG}/${verb}`],
    scopes: ["feature_flag:write"],
    response: FeatureFlag,
    ...(refused !== undefined && { errors: { invalid_input: { "": refused } } }),
    run: (ctx, call) => updateFlag(ctx, call, call.id, change),
  });
}

const STATUS_REASONS = {
  ACTIVE: "Flag is on and in use",
  STALE: "Flag was not called for 30 days, or everybody has had it for 30 days",
  INACTIVE: "Flag is off",
  DELETED: "Flag has been deleted",
} as const;

function toDistinctId(
  ctx: Context,
  project: Call<unknown>["project"],
  { distinct_id: given, person_id: person }: { distinct_id?: string; person_id?: string | number },
): string {
  if (given !== undefined) return given;
  if (person === undefined) throw invalid("distinct_id", "This field is required.", "required");
  const [first] = getPerson(ctx, project, person).distinct_ids;
  if (first === undefined) throw notFound();
  return first;
}
