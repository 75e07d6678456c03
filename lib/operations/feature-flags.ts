import { askedFor, evaluateFlags } from "../flags/answers/index.ts";
import {
  BlastRadius,
  BlastRadiusInput,
  createFlag,
  FeatureFlag,
  FlagInput,
  FlagListQuery,
  FlagUpdate,
  getFlag,
  listFlags,
  updateFlag,
  userBlastRadius,
} from "../flags/stored/index.ts";
import type { FlagCreateInput, FlagListInput, FlagRecord, FlagUpdateInput } from "../flags/stored/index.ts";
import type { FlagValue } from "../flags/program/index.ts";
import type { InProject } from "../base/call-options.ts";
import type { Page } from "../base/page.ts";
import { methodsOf } from "./methods.ts";
import { listing, operation } from "./operation.ts";
import type { OperationsOf } from "./operation.ts";
import type { OwnErrors } from "./own-errors.ts";
import type { Scope } from "./scope.ts";

/** Stored feature flags. Those of `hoglet.flags.set` stand in front of stored flags of the same keys. */
export interface FeatureFlagsHandle {
  /** Lists flags, newest first unless `order` says another, without deleted flags. */
  list(query?: FlagListInput & InProject): Promise<Page<FlagRecord>>;
  /** The flag with this id, also a deleted flag. */
  get(id: number, options?: InProject): Promise<FlagRecord>;
  /**
   * Creates a flag; without `filters` it is on for everybody.
   * @example
   * const pro = { key: "plan", type: "person", operator: "exact", value: ["pro"] };
   * await hoglet.featureFlags.create({ key: "beta", filters: { groups: [{ properties: [pro], rollout_percentage: 50 }] } });
   */
  create(input: FlagCreateInput & InProject): Promise<FlagRecord>;
  /** Absent fields stay; `filters` are replaced as a whole. `deleted: true` deletes it, false restores it. */
  update(id: number, input: FlagUpdateInput & InProject): Promise<FlagRecord>;
  delete(id: number, options?: InProject): Promise<void>;
  /** The values of all flags that are on, for a distinct id by its stored properties. `groups` are keys by type. */
  evaluate(
    distinctId: string,
    options?: { groups?: Readonly<Record<string, string>> } & InProject,
  ): Promise<Record<string, FlagValue>>;
  /** How many persons, or groups of a type, a condition reaches by their properties. */
  blastRadius(
    input: { condition: Record<string, unknown>; group_type_index?: number | null } & InProject,
  ): Promise<BlastRadius>;
}

export const FLAGS = "/api/projects/:project_id/feature_flags";
export const FLAG = `${FLAGS}/:id`;

/** Errors of a flag's key, and of its conditions (reference/agents.md 8.2). */
const ofFields = {
  invalid_key: { key: "The key has characters other than letters, numbers, hyphens and underscores." },
  unique: { key: "Another flag of the project has this key." },
  ...ofConditions("filters"),
};

type Rows = Omit<FeatureFlagsHandle, "delete" | "evaluate">;

/** Stored feature flags (reference/agents.md 8). `flagRoutes` and `flagDefinitionRoutes` answer SDKs. */
export const featureFlags = {
  list: listing({
    summary: "Feature flags of a project, newest first unless `order` says another; without deleted ones.",
    http: ["GET", FLAGS],
    scopes: ["feature_flag:read"],
    input: FlagListQuery,
    response: FeatureFlag,
    run: (ctx, { project, input }) => listFlags(ctx, project.id, input),
  }),
  create: operation({
    summary: "Creates a feature flag; without `filters` it is on for everybody.",
    http: ["POST", FLAGS],
    scopes: ["feature_flag:write"],
    input: FlagInput,
    status: 201,
    response: FeatureFlag,
    errors: ofFields,
    example: { key: "new-checkout", name: "One page", filters: { groups: [{ rollout_percentage: 50 }] } },
    run: (ctx, call) => createFlag(ctx, call, call.input),
  }),
  get: operation({
    summary: "One feature flag, a deleted one too.",
    http: ["GET", FLAG],
    scopes: ["feature_flag:read"],
    response: FeatureFlag,
    run: (ctx, { project, id }) => getFlag(ctx, project.id, id),
  }),
  update: operation({
    summary: "Changes a feature flag; absent fields stay. `deleted: true` deletes it.",
    http: ["PATCH, PUT", FLAG],
    scopes: ["feature_flag:write"],
    input: FlagUpdate,
    response: FeatureFlag,
    errors: {
      ...ofFields,
      invalid_input: {
        "": "Flags that depend on it keep it from being deleted or disabled, or it depends on disabled ones.",
      },
      conflict: { "": "Another changed a field that `original_flag` has." },
    },
    example: { active: false },
    find: (ctx, { project, id }) => void getFlag(ctx, project.id, id),
    run: (ctx, call) => updateFlag(ctx, call, call.id, call.input),
  }),
  blastRadius: operation({
    summary: "How many persons, or groups of a type, a condition reaches by their properties.",
    http: ["POST", `${FLAGS}/user_blast_radius`],
    scopes: ["feature_flag:read", "person:read"],
    input: BlastRadiusInput,
    response: BlastRadius,
    errors: ofConditions("condition"),
    example: { condition: { properties: [{ key: "plan", type: "person", value: "pro" }] } },
    run: (ctx, { project, input }) => userBlastRadius(ctx, project, input),
  }),
} satisfies OperationsOf<Rows>;

function ofConditions(attr: string): OwnErrors {
  return {
    invalid_operator: { [attr]: "An operator is not known, or its kind of property does not have it." },
    invalid_value: { [attr]: "An operator cannot be used with its value." },
    invalid_date: { [attr]: "The value of an operator about time is no date." },
    cohort_does_not_exist: { [attr]: "The project does not have a cohort that is named." },
    behavioral_cohort_found: { [attr]: "A cohort that is named has filters on events." },
  };
}

export function featureFlagsHandle(scope: Scope): FeatureFlagsHandle {
  const { open } = scope;
  return {
    ...methodsOf<Rows>(scope, featureFlags),
    delete: async (id, { project } = {}) => {
      await updateFlag(open(), { project: scope.project(project) }, id, { deleted: true });
    },
    evaluate: async (distinctId, { project, groups } = {}) => {
      const results = await evaluateFlags(open(), scope.project(project), askedFor(distinctId, groups));
      return Object.fromEntries(results.map(({ flag, outcome }) => [flag.key, outcome.value]));
    },
  };
}
