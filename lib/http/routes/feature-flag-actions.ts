import * as v from "valibot";
import { authorOf } from "../../admin/activity/index.ts";
import { askedFor, createCohortOfFlag, evaluateFlags, explainFlag, toMinimal } from "../../flags/answers/index.ts";
import { remoteConfigPayload } from "../../flags/program/index.ts";
import {
  BlastRadiusInput,
  BulkDeleteInput,
  bulkDeleteFlags,
  BulkKeysInput,
  findFlag,
  flagKeysById,
  FlagListQuery,
  getFlag,
  listDependentFlags,
  listFlags,
  userBlastRadius,
} from "../../flags/stored/index.ts";
import type { Context } from "../../handle/context.ts";
import { invalid, notFound } from "../../base/errors.ts";
import { parseJsonText } from "../../base/json-text.ts";
import { getPerson } from "../../people/persons/index.ts";
import { Cohort } from "../../people/cohorts/index.ts";
import {
  BlastRadius,
  BulkDeleted,
  DependentFlags,
  EvaluationReasons,
  FlagKeys,
  FlagStatusAnswer,
  MatchingIds,
  MyFlags,
  TestEvaluation,
} from "../responses/feature-flag.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";

const FLAGS = "/api/projects/:project_id/feature_flags";
const FLAG = `${FLAGS}/:id`;

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

/** Questions about stored feature flags, and changes of several at once (reference/agents.md 8.4). */
export const featureFlagActionRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: `${FLAGS}/my_flags`,
    summary: "The values of all flags that are on, for the caller: the id of the key is the distinct id.",
    scopes: ["feature_flag:read"],
    input: v.object({ groups: Groups }),
    status: 200,
    response: MyFlags,
    async run(ctx, { project, key, input }) {
      const results = await evaluateFlags(ctx, project, askedFor(key.id, input.groups));
      return results.map(({ flag, outcome }) => ({ feature_flag: toMinimal(project.id, flag), value: outcome.value }));
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: `${FLAGS}/evaluation_reasons`,
    summary: "The value of every flag for a distinct id, with the reason.",
    scopes: ["feature_flag:read"],
    input: v.object({ distinct_id: DistinctId, groups: Groups }),
    status: 200,
    response: EvaluationReasons,
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
  defineRoute({
    methods: ["POST"],
    path: `${FLAGS}/user_blast_radius`,
    summary: "How many persons, or groups of a type, a condition reaches by their properties.",
    scopes: ["feature_flag:read", "person:read"],
    input: BlastRadiusInput,
    status: 200,
    response: BlastRadius,
    example: { condition: { properties: [{ key: "plan", type: "person", value: "pro" }] } },
    run: (ctx, { project, input }) => userBlastRadius(ctx, project, input),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${FLAGS}/bulk_keys`,
    summary: "The keys of flags by id.",
    scopes: ["feature_flag:read"],
    input: BulkKeysInput,
    status: 200,
    response: FlagKeys,
    example: { ids: [1, 2] },
    run: (ctx, { project, input }) => flagKeysById(ctx, project.id, input.ids),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${FLAGS}/bulk_delete`,
    summary: "Deletes flags by `ids`, or those that a list with these `filters` has.",
    scopes: ["feature_flag:write"],
    input: BulkDeleteInput,
    status: 200,
    response: BulkDeleted,
    example: { ids: [3] },
    run: (ctx, call) => bulkDeleteFlags(ctx, toEdit(call), call.input),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${FLAGS}/matching_ids`,
    summary: "The ids of the flags that a list with the same filters has.",
    scopes: ["feature_flag:read"],
    input: FlagListQuery,
    status: 200,
    response: MatchingIds,
    run(ctx, { project, input }) {
      const { count, results } = listFlags(ctx, project.id, input);
      return { ids: results.map(({ id }) => id), total: count };
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: `${FLAG}/status`,
    summary: "Is a feature flag in use? `STALE` = nobody asks for it, or everybody has had it for 30 days.",
    scopes: ["feature_flag:read"],
    input: null,
    status: 200,
    response: FlagStatusAnswer,
    run(ctx, { project, params }) {
      const { status } = getFlag(ctx, project.id, params["id"] ?? "");
      return { status, reason: STATUS_REASONS[status] };
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: `${FLAG}/dependent_flags`,
    summary: "The flags whose conditions name a flag.",
    scopes: ["feature_flag:read"],
    input: null,
    status: 200,
    response: DependentFlags,
    run: (ctx, { project, params }) => listDependentFlags(ctx, project.id, params["id"] ?? ""),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${FLAG}/test_evaluation`,
    summary: "The value of a flag for a person, with the reason, and the outcome of each of its conditions.",
    scopes: ["feature_flag:read"],
    input: v.object({
      distinct_id: v.exactOptional(v.string()),
      person_id: v.exactOptional(v.union([v.string(), v.number()])),
      groups: Groups,
    }),
    status: 200,
    response: TestEvaluation,
    example: { distinct_id: "mira@example.org" },
    run(ctx, { project, params, input }) {
      const flag = getFlag(ctx, project.id, params["id"] ?? "");
      return explainFlag(ctx, project, flag.id, askedFor(toDistinctId(ctx, project, input), input.groups));
    },
  }),
  defineRoute({
    methods: ["POST"],
    path: `${FLAG}/create_static_cohort_for_flag`,
    summary: "Creates a static cohort of the persons for whom a flag is on now.",
    scopes: ["feature_flag:read", "cohort:write", "person:read"],
    input: null,
    status: 201,
    response: v.object({ cohort: Cohort }),
    async run(ctx, call) {
      const { id } = getFlag(ctx, call.project.id, call.params["id"] ?? "");
      return { cohort: await createCohortOfFlag(ctx, toEdit(call), id) };
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: `${FLAG}/remote_config`,
    summary:
      "The payload of a flag used as remote config (`:id` may be its key), as a text of JSON; null when it has none.",
    scopes: ["feature_flag:read"],
    projectSecret: true,
    input: null,
    status: 200,
    response: v.nullable(v.string()),
    run(ctx, { project, params }) {
      const id = params["id"] ?? "";
      const ofProgram = ctx.flags.find(project.id, id);
      if (ofProgram !== undefined) return remoteConfigPayload(ofProgram);
      const flag = findFlag(ctx, project.id, id);
      if (!flag.is_remote_configuration) throw notFound();
      return flag.filters.payloads?.["true"] ?? null;
    },
  }),
];

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

function toEdit({ project, key }: Call<unknown>) {
  return { project, by: authorOf(key) };
}
