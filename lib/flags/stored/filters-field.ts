import { isJsonText } from "../../base/json-text.ts";
import * as v from "valibot";
import { isFields } from "../../base/fields.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { writtenAs } from "../../base/written-as.ts";
import type { Json } from "../../events/filters/index.ts";
import { toStorable } from "../../storage/index.ts";
import type { FlagFilters } from "../evaluation/index.ts";

/** Characters of filters and payloads as JSON: every request for flags may read them. */
const MAX_CHARS = requestLimits.charsOfQuestion;

const Percentage = v.nullish(
  v.pipe(
    v.union(
      [v.number(), v.pipe(v.string(), v.regex(/^\d{1,3}(?:\.\d+)?$/), v.transform(Number))],
      "A valid number is required.",
    ),
    v.minValue(0, "Ensure this value is greater than or equal to 0."),
    v.maxValue(100, "Ensure this value is less than or equal to 100."),
  ),
);

const GroupIndex = v.nullish(v.picklist([0, 1, 2, 3, 4], "Expected an index from 0 to 4, or null for persons."));

/** Fields that clients keep beside a property. */
const shownEntries = {
  label: v.exactOptional(v.nullable(v.string())),
  group_key_names: v.exactOptional(v.nullable(v.record(v.string(), v.string()))),
  description: v.exactOptional(v.nullable(v.string())),
  sort_key: v.exactOptional(v.nullable(v.string())),
};

const Property = v.object({
  key: v.union([v.string(), v.pipe(v.number(), v.transform(String))], "Expected a text."),
  value: v.exactOptional(v.custom<Json>((value) => value !== undefined)),
  operator: v.exactOptional(v.nullable(v.string())),
  type: v.exactOptional(v.nullable(v.string())),
  group_type_index: v.exactOptional(GroupIndex),
  negation: v.exactOptional(v.nullable(v.boolean())),
  ...shownEntries,
});

const Condition = v.object({
  properties: v.optional(
    v.pipe(
      v.nullable(v.array(Property, "Expected a list of properties.")),
      v.transform((list) => list ?? []),
      v.maxLength(requestLimits.filters, `Expected at most ${requestLimits.filters} properties.`),
    ),
    () => [],
  ),
  rollout_percentage: v.optional(Percentage, null),
  variant: v.exactOptional(v.nullable(v.string())),
  description: v.exactOptional(v.nullable(v.string())),
  sort_key: v.exactOptional(v.nullable(v.string())),
  aggregation_group_type_index: v.exactOptional(GroupIndex),
});

const Conditions = v.pipe(
  v.array(Condition, "Expected a list of condition sets."),
  v.maxLength(requestLimits.rules, `Expected at most ${requestLimits.rules} condition sets.`),
);

const Variant = v.object({
  key: v.pipe(v.string(), v.nonEmpty("This field may not be blank."), v.maxLength(400)),
  name: v.exactOptional(v.nullable(v.string())),
  rollout_percentage: v.pipe(
    v.number("A valid number is required."),
    v.minValue(0, "Ensure this value is greater than or equal to 0."),
    v.maxValue(100, "Ensure this value is less than or equal to 100."),
  ),
});

const Multivariate = v.nullable(
  v.object({
    variants: v.optional(v.pipe(v.array(Variant), v.maxLength(requestLimits.rules)), () => []),
  }),
);

const Holdout = v.nullable(
  v.object({ id: v.number(), exclusion_percentage: v.pipe(v.number(), v.minValue(0), v.maxValue(100)) }),
);

/** JSON text stays, any other value becomes its text. */
const Payload = v.pipe(
  v.unknown(),
  v.transform((payload) => (typeof payload === "string" ? payload : String(JSON.stringify(payload)))),
  v.check(isJsonText, "Payload value is not valid JSON"),
);

const Payloads = v.pipe(
  v.nullable(v.custom<Record<string, unknown>>(isFields, "Payloads must be passed as a dictionary")),
  v.transform((payloads) => payloads ?? {}),
  v.record(v.string(), Payload),
);

/** The filters of a flag, as clients send them; other keys are dropped. */
export const FiltersField = writtenAs<FlagFilters>()(
  v.pipe(
    v.unknown(),
    v.check(isFields, "Expected an object."),
    v.object({
      groups: v.exactOptional(v.nullable(Conditions)),
      multivariate: v.exactOptional(Multivariate),
      payloads: v.exactOptional(Payloads),
      aggregation_group_type_index: v.exactOptional(GroupIndex),
      super_groups: v.exactOptional(v.nullable(Conditions)),
      feature_enrollment: v.exactOptional(v.nullable(v.boolean("Must be a valid boolean."))),
      holdout: v.exactOptional(Holdout),
      holdout_groups: v.exactOptional(v.nullable(Conditions)),
      early_exit: v.exactOptional(v.nullable(v.boolean("Must be a valid boolean."))),
    }),
    v.check(
      (filters) => JSON.stringify(filters).length <= MAX_CHARS,
      `Expected at most ${MAX_CHARS} characters of JSON.`,
    ),
    v.transform((filters): FlagFilters => toStorable(filters as FlagFilters).value),
  ),
);
