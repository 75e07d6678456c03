import type { ValueSource } from "../../port/value-source.ts";
import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import { toMetadata } from "../../events/filters/index.ts";
import { isSessionKey, SESSION_KEYS } from "../../events/sessions/index.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { writtenAs } from "../../base/written-as.ts";
import { BooleanField, GroupTypeIndexField, integerField, listOf, maybe, YesField } from "./fields.ts";
import { toExpressionSource } from "./expression-source.ts";
import type { BreakdownFilterNode } from "./node-fields.ts";
import { given } from "./node-to-filters.ts";
import type { OlderRules } from "./read-node.ts";

export type Breakdown =
  | {
      by: "values";
      sources: ValueSource[];
      /** Whether a list asked for the values: they are shown as lists then. */
      isList: boolean;
      limit: number;
      offset: number;
      /** The late-legacy buckets "Other" and "None". */
      hasOther: boolean;
      hasNull: boolean;
    }
  | {
      by: "bins";
      source: ValueSource;
      binCount: number;
      /** Late legacy: without any number there is one empty bin. */ hasNan: boolean;
    }
  | { by: "cohorts"; ids: CohortIds };

/** Ids of cohorts; "all" = everybody. */
export type CohortIds = (number | "all")[];

/** Values when no limit is asked for; a map of the world needs every country. */
const DEFAULT_LIMIT = 25;
const WORLD_LIMIT = 300;

/** No client draws more lines. */
const MAX_LIMIT = 1000;

const Property = v.union([v.string(), v.pipe(v.number(), v.transform(String))]);

/** One bin, at least, reaches from the least number to the greatest (reference/insights.md 7.5). */
const BinCountField = writtenAs<number>()(
  v.pipe(
    integerField(-1_000_000, MAX_LIMIT),
    v.transform((count) => Math.max(count, 1)),
  ),
);
/**
 * Where the values of a breakdown come from. `session` takes `$session_duration`, `$entry_pathname`, `$channel_type` and the other
 * properties of sessions, `event_metadata` a column of events such as `distinct_id`, `hogql` an expression, `cohort` ids of cohorts, or `all`.
 */
export type BreakdownType = "event" | "person" | "group" | "session" | "event_metadata" | "hogql" | "cohort";

const TypeField = v.nullish(writtenAs<BreakdownType>()(v.string()));

/** One property of several that an answer is broken down by. */
export const BreakdownInput = v.object({
  /** Name of the property, or id of the cohort; required, unless the older `value` says it. */
  property: v.optional(Property),
  /** The older name of `property`. */
  value: v.optional(Property),
  /** @default the question's `breakdown_type`, else "event" */
  type: TypeField,
  /** 0 to 4; for type `group`. */
  group_type_index: v.nullish(GroupTypeIndexField),
  /** Takes `/`, `?` and `#` off the end of its values. @default false */
  normalize_url: v.nullish(BooleanField),
});
export type BreakdownInput = v.InferInput<typeof BreakdownInput>;
type ListedBreakdown = v.InferOutput<typeof BreakdownInput>;

/** The fields of a breakdown. Source: reference/insights.md 7.5. */
export const breakdownEntries = {
  /** Name of a property, each value of which gets a line; a list of them; with type `cohort` ids of cohorts, or `all`. */
  breakdown: maybe(writtenAs<string | number | readonly (string | number)[]>()(v.union([Property, v.array(Property)]))),
  /** @default "event" */
  breakdown_type: v.nullish(writtenAs<BreakdownType>()(v.string())),
  /** Several properties at once: values are lists then, even of one property. Counts before `breakdown`. */
  breakdowns: maybe(listOf(BreakdownInput)),
};

/** How many lines a breakdown has, and which. */
export const breakdownLimitEntries = {
  /** Which type of group: 0 to 4; 400 when a breakdown by `group` lacks it. */
  breakdown_group_type_index: maybe(GroupTypeIndexField),
  /** Takes `/`, `?` and `#` off the end of values, so that spellings of a URL are one. @default false */
  breakdown_normalize_url: maybe(YesField),
  /** Values that get a line of their own: 1 to 1000, the most frequent. @default 25; for a map of the world 300 */
  breakdown_limit: maybe(integerField(1, MAX_LIMIT)),
  /** True = the values beyond the limit are one line, "Other", and events without a value get a line. @default false */
  breakdown_other: v.nullish(BooleanField, false),
  /** Leaves the line "Other" out again. @default false */
  breakdown_hide_other_aggregation: v.nullish(BooleanField, false),
};

/** Fields of trends' breakdowns. */
export const trendBreakdownEntries = {
  ...breakdownEntries,
  ...breakdownLimitEntries,
  /** Puts values that are numbers into bins of equal frequency: how many, 1 to 1000. */
  breakdown_histogram_bin_count: maybe(BinCountField),
  /** Values of the breakdown to skip, for their next page. @default 0 */
  offset: v.nullish(integerField(0, 1_000_000), 0),
};
const WireBreakdown = v.object(trendBreakdownEntries);
export type WireBreakdown = v.InferOutput<typeof WireBreakdown>;

/** @throws HogletError 400 for more properties, or cohorts, than an answer is broken down by at once */
export function expectFew(attr: string, listed: unknown): void {
  const { breakdowns } = requestLimits;
  if (Array.isArray(listed) && listed.length > breakdowns)
    throw invalid(attr, `Expected at most ${breakdowns} breakdowns.`);
}

/**
 * Null = no breakdown. A single property is shown as its values, a list of them (`breakdowns`, or a list in
 * `breakdown`) as lists of values.
 * @throws HogletError 400 naming the field Source: reference/insights.md 7.5 and 14.
 */
export function parseBreakdown(wire: WireBreakdown, display: string): Breakdown | null {
  expectFew("breakdown", wire.breakdown);
  expectFew("breakdowns", wire.breakdowns);
  const { breakdown, breakdown_histogram_bin_count: binCount, breakdown_other: isLate } = wire;
  const listed = listedCohorts(wire.breakdowns ?? [], wire.breakdown_type);
  if (listed !== null) return { by: "cohorts", ids: listed };
  if (wire.breakdown_type === "cohort" && breakdown !== undefined) return { by: "cohorts", ids: toCohorts(breakdown) };
  const { sources: plain, isList } = readSources(wire);
  const sources = wire.breakdown_normalize_url === true ? plain.map(toUrl) : plain;
  const [first] = sources;
  if (first === undefined) return null;
  if (binCount !== undefined) {
    if (sources.length > 1) throw invalid("breakdown_histogram_bin_count", "Bins are for a breakdown of one property.");
    return { by: "bins", source: first, binCount, hasNan: isLate };
  }
  return {
    by: "values",
    sources,
    isList,
    limit: limitOf(wire, display),
    offset: wire.offset,
    hasOther: isLate && !wire.breakdown_hide_other_aggregation,
    hasNull: isLate,
  };
}

/**
 * Null = no breakdown.
 * @param bins how many bins, where the node says it in another place
 * @throws HogletError 400 naming the field
 */
export function readBreakdown(
  filter: v.InferOutput<typeof BreakdownFilterNode> | null | undefined,
  { offset, hasOther, bins, display }: OlderRules & { bins?: number | null | undefined; display: string },
): Breakdown | null {
  const { breakdown, breakdown_histogram_bin_count: own, ...rest } = filter ?? {};
  const names = Array.isArray(breakdown) ? breakdown.filter((each) => each !== null) : breakdown || null;
  const wire = given({ ...rest, breakdown: names, breakdown_histogram_bin_count: bins ?? own });
  return parseBreakdown(parse(WireBreakdown, { ...wire, offset, breakdown_other: hasOther, ...SHOWN }), display);
}

/** The line of further values is asked for to tell whether there are any; answers may leave it out. */
const SHOWN = { breakdown_hide_other_aggregation: false };

export function limitOf({ breakdown_limit: limit }: Pick<WireBreakdown, "breakdown_limit">, display: string): number {
  return limit ?? (display === "WorldMap" ? WORLD_LIMIT : DEFAULT_LIMIT);
}

function toCohorts(breakdown: string | string[], attr = "breakdown"): CohortIds {
  const ids = [breakdown].flat().map((text) => {
    if (text === "all") return text;
    if (/^\d{1,15}$/.test(text)) return Number(text);
    throw invalid(attr, `Expected ids of cohorts or "all" but received "${text}".`);
  });
  return [...new Set(ids)];
}

/** Null = `breakdowns` lists no cohorts. @throws HogletError 400 for cohorts beside properties */
export function listedCohorts(
  breakdowns: readonly ListedBreakdown[],
  defaultType: string | null | undefined,
): CohortIds | null {
  const isCohort = ({ type }: ListedBreakdown) => (type || defaultType) === "cohort";
  if (!breakdowns.some(isCohort)) return null;
  if (!breakdowns.every(isCohort)) throw invalid("breakdowns", "Expected cohorts alone, or properties alone.");
  return toCohorts(
    breakdowns.flatMap(({ property, value }) => property ?? value ?? ""),
    "breakdowns",
  );
}

function readSources(wire: WireBreakdown): { sources: ValueSource[]; isList: boolean } {
  const { breakdown, breakdowns = [], breakdown_group_type_index: groupTypeIndex } = wire;
  if (breakdowns.length > 0) return { sources: toSources(breakdowns, wire.breakdown_type), isList: true };
  if (breakdown === undefined) return { sources: [], isList: false };
  const type = wire.breakdown_type || "event";
  const place = {
    attr: "breakdown",
    typeAttr: "breakdown_type",
    indexAttr: "breakdown_group_type_index",
    type,
    groupTypeIndex,
  };
  const sources = [breakdown].flat().map((property) => toSource(property, place));
  return { sources, isList: Array.isArray(breakdown) };
}

/** The sources of `breakdowns`. @throws HogletError 400 naming the field */
export function toSources(
  breakdowns: NonNullable<WireBreakdown["breakdowns"]>,
  defaultType: string | null | undefined,
): ValueSource[] {
  return breakdowns.map(({ property, value, type, group_type_index: groupTypeIndex, normalize_url: isUrl }, index) => {
    const key = property ?? value;
    const attr = `breakdowns__${index}`;
    if (key === undefined) throw invalid(`${attr}__property`, "This field is required.", "required");
    const source = toSource(key, {
      attr: `${attr}__${property === undefined ? "value" : "property"}`,
      typeAttr: type ? `${attr}__type` : "breakdown_type",
      indexAttr: `${attr}__group_type_index`,
      type: type || defaultType || "event",
      groupTypeIndex: groupTypeIndex ?? undefined,
    });
    return isUrl === true ? toUrl(source) : source;
  });
}

/** The source of the same values as URLs; lengths stay lengths. */
function toUrl(source: ValueSource): ValueSource {
  return source.as === "length" ? source : { ...source, as: "url" };
}

/** A source's two fields beside its key, and the names of all for errors. */
interface Place {
  attr: string;
  typeAttr: string;
  indexAttr: string;
  type: string;
  groupTypeIndex: number | undefined;
}

function toSource(key: string, { attr, typeAttr, indexAttr, type, groupTypeIndex }: Place): ValueSource {
  switch (type) {
    case "event":
    case "person":
      return { type, key, as: "text" };
    case "group":
      if (groupTypeIndex === undefined) {
        throw invalid(indexAttr, "A breakdown by group needs a group type index.", "required");
      }
      return { type, key, groupTypeIndex, as: "text" };
    case "session":
      if (isSessionKey(key)) return { type, key, as: "text" };
      throw invalid(attr, `Sessions have no property "${key}"; expected one of ${SESSION_KEYS.join(", ")}.`);
    case "event_metadata": {
      const column = toMetadata(key);
      if (column !== null) return { ...column, as: "text" };
      throw invalid(attr, `Events have no column "${key}"; expected event, distinct_id, person_id or timestamp.`);
    }
    case "hogql":
      return toExpressionSource(key);
    default:
      throw invalid(
        typeAttr,
        `Unknown type "${type}"; expected event, person, group, session, event_metadata or cohort.`,
      );
  }
}
