import { askedFor, evaluateFlags } from "../flags/answers/index.ts";
import {
  createFlag,
  FlagInput,
  FlagListQuery,
  FlagUpdate,
  getFlag,
  listFlags,
  updateFlag,
  userBlastRadius,
} from "../flags/stored/index.ts";
import type {
  BlastRadius,
  FlagCreateInput,
  FlagListInput,
  FlagRecord,
  FlagUpdateInput,
} from "../flags/stored/index.ts";
import type { FlagValue } from "../flags/program/index.ts";
import type { InProject } from "../base/call-options.ts";
import type { Page } from "../base/page.ts";
import { known, parseKnown } from "./known.ts";
import type { Scope } from "./scope.ts";

/** Stored feature flags. Those of `hoglet.flags.set` stand in front of stored flags of the same keys. */
export interface FeatureFlagsHandle {
  /** Newest first unless `order` says another, without deleted flags. */
  list(query?: FlagListInput & InProject): Promise<Page<FlagRecord>>;
  /** Also a deleted flag. */
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

/** Fields of a flag that was read, which may be sent back. */
const OF_FLAG = [
  "id",
  "status",
  "created_at",
  "created_by",
  "updated_at",
  "last_modified_by",
  "last_called_at",
] satisfies (keyof FlagRecord)[];

export function featureFlagsHandle(scope: Scope): FeatureFlagsHandle {
  const { open } = scope;
  return {
    list: async ({ project, ...query } = {}) =>
      listFlags(open(), scope.project(project).id, parseKnown(FlagListQuery, query)),
    get: async (id, { project } = {}) => getFlag(open(), scope.project(project).id, id),
    create: async ({ project, ...input }) =>
      createFlag(open(), { project: scope.project(project) }, known(FlagInput, input, OF_FLAG)),
    update: async (id, { project, ...input }) =>
      updateFlag(open(), { project: scope.project(project) }, id, known(FlagUpdate, input, OF_FLAG)),
    delete: async (id, { project } = {}) => {
      await updateFlag(open(), { project: scope.project(project) }, id, { deleted: true });
    },
    evaluate: async (distinctId, { project, groups } = {}) => {
      const results = await evaluateFlags(open(), scope.project(project), askedFor(distinctId, groups));
      return Object.fromEntries(results.map(({ flag, outcome }) => [flag.key, outcome.value]));
    },
    blastRadius: async ({ project, ...input }) => userBlastRadius(open(), scope.project(project), input),
  };
}
