import * as v from "valibot";
import { envelope } from "./envelope.ts";
import { Count, Described, Id, Instant } from "../../base/answer-scalars.ts";

const By = v.nullable(v.object({ first_name: v.string(), email: v.null() }));
const Value = v.union([v.boolean(), v.string()]);
const Nothing = v.array(v.unknown());

const FILTERS = {
  groups: [
    { properties: [{ key: "plan", type: "person", operator: "exact", value: ["pro"] }], rollout_percentage: 50 },
  ],
  multivariate: null,
  payloads: { true: '{"steps":1}' },
};

export const FeatureFlag = v.pipe(
  v.object({
    id: Id,
    key: v.string(),
    name: v.string(),
    filters: Described,
    active: v.boolean(),
    deleted: v.boolean(),
    archived: v.boolean(),
    status: v.picklist(["ACTIVE", "STALE", "INACTIVE", "DELETED"]),
    version: Count,
    created_at: Instant,
    created_by: By,
    updated_at: Instant,
    last_modified_by: By,
    last_called_at: v.nullable(Instant),
    ensure_experience_continuity: v.boolean(),
    evaluation_runtime: v.picklist(["all", "client", "server"]),
    bucketing_identifier: v.picklist(["distinct_id", "device_id"]),
    is_remote_configuration: v.boolean(),
    tags: v.array(v.string()),
    evaluation_tags: v.array(v.string()),
    evaluation_contexts: v.array(v.string()),
    is_simple_flag: v.boolean(),
    rollout_percentage: v.nullable(v.number()),
    experiment_set: Nothing,
    surveys: Nothing,
    features: Nothing,
    rollback_conditions: v.null(),
    performed_rollback: v.boolean(),
    can_edit: v.boolean(),
    user_access_level: v.string(),
    usage_dashboard: v.null(),
    analytics_dashboards: Nothing,
    has_enriched_analytics: v.boolean(),
    has_encrypted_payloads: v.boolean(),
  }),
  v.examples([
    {
      id: 7,
      key: "new-checkout",
      name: "Checkout on one page",
      filters: FILTERS,
      active: true,
      deleted: false,
      archived: false,
      status: "ACTIVE",
      version: 2,
      created_at: "2024-05-02T10:00:00Z",
      created_by: { first_name: "laptop", email: null },
      updated_at: "2024-05-03T10:00:00Z",
      last_modified_by: { first_name: "laptop", email: null },
      last_called_at: null,
      ensure_experience_continuity: false,
      evaluation_runtime: "all",
      bucketing_identifier: "distinct_id",
      is_remote_configuration: false,
      tags: ["shop"],
      evaluation_tags: [],
      evaluation_contexts: [],
      is_simple_flag: false,
      rollout_percentage: null,
      experiment_set: [],
      surveys: [],
      features: [],
      rollback_conditions: null,
      performed_rollback: false,
      can_edit: true,
      user_access_level: "manager",
      usage_dashboard: null,
      analytics_dashboards: [],
      has_enriched_analytics: false,
      has_encrypted_payloads: false,
    },
  ]),
);

export const FeatureFlagList = envelope(FeatureFlag);

const Minimal = v.object({
  id: v.number(),
  team_id: Id,
  name: v.string(),
  key: v.string(),
  filters: Described,
  deleted: v.boolean(),
  active: v.boolean(),
  ensure_experience_continuity: v.boolean(),
  has_encrypted_payloads: v.boolean(),
  version: Count,
  evaluation_runtime: v.string(),
  bucketing_identifier: v.string(),
  evaluation_tags: v.array(v.string()),
});

export const MyFlags = v.array(v.object({ feature_flag: Minimal, value: Value }));

export const EvaluationReasons = v.record(
  v.string(),
  v.object({
    value: Value,
    evaluation: v.object({ reason: v.string(), condition_index: v.nullable(Count) }),
  }),
);

export const BlastRadius = v.object({ users_affected: Count, total_users: Count, affected: Count, total: Count });

export const FlagKeys = v.object({ keys: v.record(v.string(), v.string()), warning: v.exactOptional(v.string()) });

export const BulkDeleted = v.object({
  deleted: v.array(
    v.object({
      id: Id,
      key: v.string(),
      rollout_state: v.picklist(["fully_rolled_out", "not_rolled_out", "partial"]),
      active_variant: v.nullable(v.string()),
    }),
  ),
  errors: v.array(v.object({ id: v.number(), key: v.exactOptional(v.string()), reason: v.string() })),
});

export const MatchingIds = v.object({ ids: v.array(Id), total: Count });

export const FlagStatusAnswer = v.object({
  status: v.picklist(["ACTIVE", "STALE", "INACTIVE", "DELETED"]),
  reason: v.string(),
});

export const DependentFlags = v.array(v.object({ id: Id, key: v.string(), name: v.string() }));

const Reason = v.object({ code: v.string(), condition_index: v.nullable(Count), description: v.string() });

export const TestEvaluation = v.object({
  value: Value,
  payload: v.nullable(v.string()),
  reason: Reason,
  conditions: v.array(v.object({ condition_index: Count, matched: v.boolean(), reason: v.string() })),
});
