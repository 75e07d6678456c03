import type * as v from "valibot";
import type { TrendFilter, TrendPeopleQuestion, TrendQuestion } from "../../lib/questions/trend/index.ts";
import type {
  CohortCreateInput,
  CohortInput,
  CohortPeopleInput,
  CohortUpdate,
  CohortUpdateInput,
  People,
} from "../../lib/people/cohorts/index.ts";
import type {
  FILTER_FIELDS,
  FilterGroup,
  GroupFilterInput,
  PropertyFilterInput,
  PropertyFilters,
} from "../../lib/events/filters/index.ts";
import type { LifecycleQuestion } from "../../lib/questions/lifecycle/index.ts";
import type { StickinessQuestion } from "../../lib/questions/stickiness/index.ts";
import type { LifecycleFilter } from "../../lib/questions/lifecycle/index.ts";
import type { StickinessFilter } from "../../lib/questions/stickiness/index.ts";
import type { PluginConfigCreateInput, PluginConfigUpdateInput, PluginSource } from "../../lib/index.ts";
import type { PluginConfigInput, PluginConfigUpdate, PluginInput } from "../../lib/plugins/index.ts";

// Holds the types that callers see against the schemas that read them; checked by `npm run typecheck`. A field that is
// added to one and not to the other fails here by its name.

/** Fails to compile unless there is nothing in it. */
type None<T extends never> = T;

/** Fields of either that the other does not have. */
type Difference<A, B> = Exclude<keyof A, keyof B> | Exclude<keyof B, keyof A>;

/** The keys of each member of a union. */
type KeyOf<T> = T extends object ? keyof T : never;

/** The type of a field that is given: without null, and with writable lists, as schemas have them. */
type Given<T> = T extends readonly (infer Member)[]
  ? Given<Member>[]
  : T extends Uint8Array
    ? T
    : T extends object
      ? { [Key in keyof T]: Given<NonNullable<T[Key]>> }
      : T;

/** Fields whose values the schema does not take. */
type Unreadable<Question, Schema extends v.GenericSchema> = {
  [Key in keyof Question]-?: Key extends keyof v.InferInput<Schema>
    ? Given<NonNullable<Question[Key]>> extends NonNullable<v.InferInput<Schema>[Key]>
      ? never
      : Key
    : never;
}[keyof Question];

type Entries<Schema extends { entries: object }> = Schema["entries"];

export type EveryFieldIsTyped = [
  None<
    Difference<Omit<PropertyFilterInput, "type"> & GroupFilterInput, Record<(typeof FILTER_FIELDS)[number], unknown>>
  >,
  None<Difference<CohortCreateInput, Entries<typeof CohortInput>>>,
  None<Difference<CohortUpdateInput, Entries<typeof CohortUpdate>>>,
  None<Difference<CohortPeopleInput, Entries<typeof People>>>,
  None<Difference<PluginConfigCreateInput, Entries<typeof PluginConfigInput>>>,
  None<Difference<PluginConfigUpdateInput, Entries<typeof PluginConfigUpdate>>>,
  None<Difference<Record<KeyOf<PluginSource>, unknown>, Entries<typeof PluginInput>>>,
];

export type EveryValueIsRead = [
  None<Unreadable<CohortCreateInput, typeof CohortInput>>,
  None<Unreadable<CohortUpdateInput, typeof CohortUpdate>>,
  None<Unreadable<PluginConfigCreateInput, typeof PluginConfigInput>>,
];

/** Fails to compile unless the first may be handed over where the second is taken. */
type Fits<Wanted, Own extends Wanted> = Own;

/** A question in normal form, as answers carry it, may be asked again. */
export type NormalFormsAreQuestions = [
  Fits<TrendQuestion, TrendFilter>,
  Fits<LifecycleQuestion, LifecycleFilter>,
  Fits<StickinessQuestion, StickinessFilter>,
  Fits<PropertyFilters, FilterGroup>,
  Fits<TrendPeopleQuestion, Record<string, unknown>>,
];
