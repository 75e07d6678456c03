import * as v from "valibot";
import { ActionStep } from "../admin/actions/index.ts";
import { parseDefinition } from "../people/cohorts/index.ts";
import { FLAG_KEY, FlagInput, SettingInputs } from "../flags/stored/index.ts";
import { isTooDeep, MAX_DEPTH } from "../base/depth.ts";
import { invalid } from "../base/errors.ts";
import { isFields } from "../base/fields.ts";
import { toUuid } from "../base/ids.ts";
import { parseInstant } from "../base/instant.ts";
import { parse } from "../base/parse.ts";
import { PathCleaning, ProjectSettings } from "../admin/projects/index.ts";
import { toStorableText } from "../storage/index.ts";

// The kinds of line (docs/manual/ndjson.md). Types are strict and unknown keys are refused, so that a typo loses no
// data.

/** The largest id of an imported cohort or action: later ids continue after it. */
const MAX_ID = 2_147_483_647;

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text for a column: NUL and lone surrogates, which UTF-8 cannot hold, become U+FFFD. */
const Label = v.pipe(
  v.string(),
  v.transform((text) => toStorableText(text).replace(LONE_SURROGATE, "\ufffd")),
);

const Text = v.pipe(Label, v.nonEmpty("Expected a text that is not empty."));

const JsonObject = v.custom<Record<string, unknown>>(isFields, "Expected an object.");

/** ISO text → epoch milliseconds. */
const Instant = v.pipe(
  v.string(),
  v.rawTransform<string, number>(({ dataset, addIssue, NEVER }) => {
    const ms = parseInstant(dataset.value);
    if (ms !== null) return ms;
    addIssue({ message: `Expected an ISO date-time such as 2024-03-01T08:15:30Z but received "${dataset.value}".` });
    return NEVER;
  }),
);

const Properties = v.exactOptional(JsonObject, () => ({}));

const Id = v.pipe(
  v.number(),
  v.check((id) => Number.isInteger(id) && id > 0 && id <= MAX_ID, `Expected an integer from 1 to ${MAX_ID}.`),
);

const Element = v.pipe(
  v.strictObject({
    tag_name: v.string(),
    text: v.exactOptional(v.string()),
    href: v.exactOptional(v.string()),
    attr_id: v.exactOptional(v.string()),
    attr_class: v.exactOptional(v.array(v.string())),
    nth_child: v.exactOptional(v.number()),
    nth_of_type: v.exactOptional(v.number()),
    attributes: v.exactOptional(JsonObject),
    /** Exports of PostHog repeat the position in the list. */
    order: v.exactOptional(v.number()),
  }),
  v.transform((element) => Object.fromEntries(Object.entries(element).filter(([name]) => name !== "order"))),
);

/** Settings of the project; absent settings stay unchanged. */
export const ProjectLine = v.strictObject({
  kind: v.literal("project"),
  timezone: ProjectSettings.entries.timezone,
  test_account_filters: ProjectSettings.entries.test_account_filters,
  path_cleaning_filters: v.exactOptional(v.array(v.strictObject(PathCleaning.entries))),
});
export type ProjectLine = v.InferOutput<typeof ProjectLine>;

/** A person: its UUID derives from the first distinct id. `created_at` is parsed to epoch milliseconds. */
export const PersonLine = v.strictObject({
  kind: v.literal("person"),
  distinct_ids: v.pipe(v.array(Text), v.nonEmpty("Expected at least one distinct id.")),
  properties: Properties,
  created_at: v.exactOptional(Instant),
  is_identified: v.exactOptional(v.boolean()),
});
export type PersonLine = v.InferOutput<typeof PersonLine>;

/** An event. `timestamp` is parsed to epoch milliseconds; `elements` is the autocapture list, innermost first. */
export const EventLine = v.strictObject({
  kind: v.literal("event"),
  event: Text,
  distinct_id: Text,
  timestamp: Instant,
  uuid: v.exactOptional(
    v.pipe(
      v.string(),
      v.check((text) => toUuid(text) !== null, "Expected a UUID."),
      v.transform((text) => toUuid(text) ?? text),
    ),
  ),
  properties: Properties,
  elements: v.exactOptional(v.array(Element), () => []),
});
export type EventLine = v.InferOutput<typeof EventLine>;

/** A group. `created_at` is parsed to epoch milliseconds. */
export const GroupLine = v.strictObject({
  kind: v.literal("group"),
  group_type_index: v.picklist([0, 1, 2, 3, 4], "Expected an integer from 0 to 4."),
  /** Name of the type, as events give it in `$groups`. An index that has a name keeps it. */
  group_type: v.exactOptional(Text),
  group_key: Text,
  properties: Properties,
  created_at: v.exactOptional(Instant),
});
export type GroupLine = v.InferOutput<typeof GroupLine>;

/** A cohort; `members` are distinct ids; unknown ids are ignored. */
export const CohortLine = v.pipe(
  v.strictObject({
    kind: v.literal("cohort"),
    id: Id,
    name: Label,
    description: v.exactOptional(Label),
    groups: v.exactOptional(v.array(JsonObject), () => []),
    is_static: v.exactOptional(v.boolean(), false),
    members: v.exactOptional(v.array(Text)),
  }),
  v.forward(
    v.check((cohort) => cohort.is_static || cohort.members === undefined, "Members are for is_static: true only."),
    ["members"],
  ),
);
export type CohortLine = v.InferOutput<typeof CohortLine>;

/** An action. */
export const ActionLine = v.strictObject({
  kind: v.literal("action"),
  id: Id,
  name: Label,
  description: v.exactOptional(Label),
  steps: v.exactOptional(v.array(JsonObject), () => []),
});
export type ActionLine = v.InferOutput<typeof ActionLine>;

/** A stored feature flag. Conditions on cohorts and other flags name them by their ids. */
export const FeatureFlagLine = v.strictObject({
  kind: v.literal("feature_flag"),
  id: Id,
  key: v.pipe(
    FlagInput.entries.key,
    v.regex(FLAG_KEY, "Only letters, numbers, hyphens (-) & underscores (_) are allowed."),
  ),
  filters: FlagInput.entries.filters,
  ...SettingInputs,
});
export type FeatureFlagLine = v.InferOutput<typeof FeatureFlagLine>;

/** The kinds of line in the order of an export, except that events come last there. */
export const KINDS = ["project", "person", "group", "cohort", "action", "feature_flag", "event"] as const;

// Made of the names: made of the schemas, the type would bring all of them into the package's declarations.
export type Kind = (typeof KINDS)[number];
export type Line = ProjectLine | PersonLine | EventLine | GroupLine | CohortLine | ActionLine | FeatureFlagLine;

const SCHEMAS: Record<Kind, v.GenericSchema<unknown, Line>> = {
  project: ProjectLine,
  person: PersonLine,
  group: GroupLine,
  cohort: CohortLine,
  action: ActionLine,
  feature_flag: FeatureFlagLine,
  event: EventLine,
};

/**
 * Parses text, or an object in its place, into a typed line.
 * @throws invalid with the invalid key in `attr`; its message is the reported reason of a bad line
 */
export function parseLine(content: unknown): Line {
  const value = toJsonObject(content);
  const { kind } = value;
  if (kind === undefined) throw invalid("kind", "This field is required.", "required");
  if (!KINDS.some((known) => known === kind)) {
    throw invalid("kind", `Expected one of ${KINDS.join(", ")} but received ${JSON.stringify(kind)}.`);
  }
  const line = parse(SCHEMAS[kind as Kind], value);
  requireReadable(line);
  return line;
}

/**
 * Refuses definitions that could not be calculated later. Definitions are stored unchanged, so that an export returns
 * them.
 */
function requireReadable(line: Line): void {
  if (line.kind === "cohort") parseDefinition(line.groups);
  if (line.kind === "action") parse(v.array(ActionStep), line.steps, "steps");
}

function toJsonObject(content: unknown): Record<string, unknown> {
  const value = readJson(content);
  if (!isFields(value)) throw invalid(null, "Expected a JSON object.");
  // As in capture: JSON.stringify overflows the stack on a deep value, and SQLite's JSON functions fail on a row with one.
  for (const [name, field] of Object.entries(value)) {
    if (typeof field === "object" && field !== null && isTooDeep(field)) {
      throw invalid(name, `Expected values nested at most ${MAX_DEPTH} deep.`);
    }
  }
  return value;
}

function readJson(content: unknown): unknown {
  try {
    // An object is treated like its text, so that dates, undefined and getters become JSON.
    return JSON.parse(typeof content === "string" ? content : JSON.stringify(content));
  } catch (error) {
    throw invalid(null, `Not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
