import * as v from "valibot";
import { parseJsonText } from "../../base/json-text.ts";
import { requestLimits } from "../../base/request-limits.ts";

/** Forms send JSON text; other values stay. */
function fromJson(input: unknown): unknown {
  if (typeof input !== "string") return input;
  try {
    return parseJsonText(input);
  } catch {
    // The next schema reports the fault.
    return input;
  }
}

function jsonField<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(v.unknown(), v.transform(fromJson), schema);
}

const Flag = jsonField(v.boolean("Must be a valid boolean."));
const JsonObject = v.record(v.string(), v.unknown());
const TOO_MANY = `Expected at most ${requestLimits.rules} groups.`;
const Id = v.union([v.string(), v.number()], "Expected the integer id or the UUID of a person.");

const Name = v.pipe(v.string(), v.trim(), v.nonEmpty("This field may not be blank."), v.maxLength(400));
const Description = v.pipe(
  v.nullable(v.string()),
  v.transform((text) => text ?? ""),
);

const Definition = {
  /** Groups, OR-ed: `{properties}` or `{event_id, days, count, count_operator}`. */
  groups: v.exactOptional(
    jsonField(v.nullable(v.pipe(v.array(JsonObject), v.maxLength(requestLimits.rules, TOO_MANY)))),
  ),
  /** The newer form, `{properties: {type, values}}`; it wins when both are given. */
  filters: v.exactOptional(jsonField(v.nullable(v.object({ properties: v.unknown() })))),
};

/** New members of a static cohort; unknown ids are ignored. */
export const People = v.object({
  distinct_ids: v.exactOptional(jsonField(v.array(v.string()))),
  /** Integer ids or UUIDs. */
  persons: v.exactOptional(jsonField(v.array(Id))),
  /** CSV text; see `readCsv`. */
  csv: v.exactOptional(v.string()),
});
export type People = v.InferOutput<typeof People>;

/** The input of `cohorts.create`: a definition, or `is_static: true` with its members. */
export const CohortInput = v.object({
  name: Name,
  description: v.optional(Description, ""),
  ...Definition,
  is_static: v.optional(Flag, false),
  ...People.entries,
});
export type CohortInput = v.InferOutput<typeof CohortInput>;

/**
 * The input of `cohorts.update`; absent fields stay, `csv` and similar fields add members. `deleted: false` restores.
 */
export const CohortUpdate = v.object({
  name: v.exactOptional(Name),
  description: v.exactOptional(Description),
  ...Definition,
  is_static: v.exactOptional(Flag),
  deleted: v.exactOptional(Flag),
  ...People.entries,
});
export type CohortUpdate = v.InferOutput<typeof CohortUpdate>;
