import * as v from "valibot";
import { writtenAs } from "../../base/written-as.ts";
import { FiltersField } from "../../events/filters/index.ts";

// Fields of several questions. A schema is the only description of a field: callers' types, the OpenAPI document and
// the known names follow from it. Values come typed (a caller, a JSON body) or as text (a query string). Schemas read
// both; their input types are what a caller should write.

/**
 * A field without a default; absent = null. (With a default: `v.nullish`.) `normaliseInput` removes nulls, so no null
 * comes out.
 */
export function maybe<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.nullish(schema) as unknown as v.OptionalSchema<
    v.GenericSchema<v.InferInput<Schema> | null, v.InferOutput<Schema>>,
    undefined
  >;
}

/** A list, which callers may make read-only. */
export function listOf<const Item extends v.GenericSchema>(item: Item) {
  return writtenAs<readonly v.InferInput<Item>[]>()(v.array(item));
}

export function wordOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return v.picklist(words, `Expected one of ${words.join(", ")}.`);
}

const INTERVALS = ["hour", "day", "week", "month"] as const;

/** `hour`, `day`, `week` or `month` in any case. */
export const IntervalField = writtenAs<(typeof INTERVALS)[number]>()(
  v.pipe(
    v.string(),
    v.toLowerCase(),
    // Older clients send it; the original answers it by the hour.
    v.transform((interval) => (interval === "minute" ? "hour" : interval)),
    v.picklist(INTERVALS, "Expected hour, day, week or month."),
  ),
);

/** A boolean, or its word. "True" and 1 are refused: they must not count as false. */
export const BooleanField = writtenAs<boolean>()(
  v.union([
    v.boolean(),
    v.pipe(
      v.picklist(["true", "false"], "Expected true or false."),
      v.transform((word) => word === "true"),
    ),
  ]),
);

const YES = new Set(["y", "yes", "t", "true", "on", "1"]);

/** A boolean in the words that `compare` knows; anything else is no (reference/insights.md 3). */
export const YesField = writtenAs<boolean>()(
  v.pipe(
    v.union([v.boolean(), v.number(), v.string()]),
    v.transform((value) => YES.has(String(value).toLowerCase())),
  ),
);

/** A whole number, or its text. */
export function integerField(min: number, max: number) {
  const message = `Expected a whole number from ${min} to ${max}.`;
  return writtenAs<number>()(
    v.pipe(
      v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+$/, message), v.transform(Number))], message),
      v.check((value) => Number.isInteger(value) && value >= min && value <= max, message),
    ),
  );
}

/** 0 to 4, or its text. */
export const GroupTypeIndexField = integerField(0, 4);

/** Property filters of any shape; `parseFilters` reads them. */
export const filterEntries = {
  /** Events that do not pass do not count, anywhere in the question. @default all pass */
  properties: maybe(FiltersField),
  /** Leaves out events that the project's `test_account_filters` do not pass. @default false */
  filter_test_accounts: v.nullish(BooleanField, false),
  /** Above 0, 1 at most. Every event is counted, whatever it is: a sample would come close to this answer. @default 1 */
  sampling_factor: maybe(
    writtenAs<number>()(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.number())),
  ),
};

export const refreshEntries = {
  /** Computes the answer again, even if nothing was written since the last time. @default false */
  refresh: v.nullish(BooleanField, false),
};

type Unread = v.OptionalSchema<v.UnknownSchema, undefined>;

/** Known fields that callers' types leave out: they are refused, or are older names. */
export type Unlisted = Record<never, Unread>;

/** Fields known by their names, whose values are read elsewhere. */
export function unreadEntries<const Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, v.optional(v.unknown())])) as Record<Name, Unread>;
}

const DateField = v.nullish(v.string(), null);

/** The time that a question is about, on the project's clock. Source: reference/insights.md 4. */
export const dateEntries = {
  /**
   * An ISO date or date-time (its digits count, whatever its offset), `all`, `mStart`, `yStart`, or a time before now: `-12h`,
   * `-14d`, `-4w`, `-3m`, `-1q`, `-1y`. @default "-7d"
   */
  date_from: DateField,
  /** The end of the range, in a form of `date_from`; a date means its whole day. @default now */
  date_to: DateField,
  /** Takes the dates to the second, instead of whole days. @default false */
  explicit_date: maybe(YesField),
};

export const intervalEntries = {
  /** @default "day" */
  interval: v.nullish(IntervalField, "day"),
};
