import { ActivityPage, authorOf } from "../../admin/activity/index.ts";
import {
  createFlag,
  FlagInput,
  FlagListQuery,
  FlagUpdate,
  getFlag,
  listFlags,
  updateFlag,
} from "../../flags/stored/index.ts";
import type { FlagUpdateInput } from "../../flags/stored/index.ts";
import { toEnvelope } from "../envelopes.ts";
import { FeatureFlag, FeatureFlagList } from "../responses/feature-flag.ts";
import { History } from "../responses/history.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";
import { toHistory } from "./activity.ts";

const FLAGS = "/api/projects/:project_id/feature_flags";
const FLAG = `${FLAGS}/:id`;

/** Stored feature flags (reference/agents.md 8). `flagRoutes` and `flagDefinitionRoutes` answer SDKs. */
export const featureFlagRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: FLAGS,
    summary: "Feature flags of a project, newest first unless `order` says another; without deleted ones.",
    scopes: ["feature_flag:read"],
    input: FlagListQuery,
    status: 200,
    response: FeatureFlagList,
    run: (ctx, { project, input, target }) => toEnvelope(target, input, listFlags(ctx, project.id, input)),
  }),
  defineRoute({
    methods: ["POST"],
    path: FLAGS,
    summary: "Creates a feature flag; without `filters` it is on for everybody.",
    scopes: ["feature_flag:write"],
    input: FlagInput,
    status: 201,
    response: FeatureFlag,
    example: { key: "new-checkout", name: "One page", filters: { groups: [{ rollout_percentage: 50 }] } },
    run: (ctx, call) => createFlag(ctx, toEdit(call), call.input),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${FLAGS}/activity`,
    summary: "The history of a project's feature flags.",
    scopes: ["activity_log:read"],
    input: ActivityPage,
    status: 200,
    response: History,
    run: (ctx, call) => toHistory(ctx, call, { ...call.input, scope: "FeatureFlag" }),
  }),
  defineRoute({
    methods: ["GET"],
    path: FLAG,
    summary: "One feature flag, a deleted one too.",
    scopes: ["feature_flag:read"],
    input: null,
    status: 200,
    response: FeatureFlag,
    run: (ctx, { project, params }) => getFlag(ctx, project.id, params["id"] ?? ""),
  }),
  defineRoute({
    methods: ["PATCH", "PUT"],
    path: FLAG,
    summary: "Changes a feature flag; absent fields stay. `deleted: true` deletes it.",
    scopes: ["feature_flag:write"],
    input: FlagUpdate,
    status: 200,
    response: FeatureFlag,
    also: { 409: "Another changed a field that `original_flag` has." },
    example: { active: false },
    find: (ctx, { project, params }) => void getFlag(ctx, project.id, params["id"] ?? ""),
    run: (ctx, call) => updateFlag(ctx, toEdit(call), call.params["id"] ?? "", call.input),
  }),
  ...(
    [
      ["enable", { active: true }, "Switches a feature flag on."],
      ["disable", { active: false }, "Switches a feature flag off."],
      ["archive", { archived: true }, "Puts a feature flag away."],
      ["unarchive", { archived: false }, "Takes a feature flag out of the archive."],
    ] satisfies [string, FlagUpdateInput, string][]
  ).map(([verb, change, summary]) =>
    defineRoute({
      methods: ["POST"],
      path: `${FLAG}/${verb}`,
      summary,
      scopes: ["feature_flag:write"],
      input: null,
      status: 200,
      response: FeatureFlag,
      run: (ctx, call) => updateFlag(ctx, toEdit(call), call.params["id"] ?? "", change),
    }),
  ),
  defineRoute({
    methods: ["GET"],
    path: `${FLAG}/activity`,
    summary: "The history of a feature flag.",
    scopes: ["activity_log:read"],
    input: ActivityPage,
    status: 200,
    response: History,
    run(ctx, call) {
      const { id } = getFlag(ctx, call.project.id, call.params["id"] ?? "");
      return toHistory(ctx, call, { ...call.input, scope: "FeatureFlag", item_id: String(id) });
    },
  }),
];

function toEdit({ project, key }: Call<unknown>) {
  return { project, by: authorOf(key) };
}
