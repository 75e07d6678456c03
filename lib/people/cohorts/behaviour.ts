import { DateTime } from "luxon";
import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import type { Fields } from "../../base/fields.ts";
import { needsSession, parseFilters } from "../../events/filters/index.ts";
import type { FilterGroup } from "../../events/filters/index.ts";
import { parse } from "../../base/parse.ts";

/** The comparison with the number of times. */
export type CountOperator = "gte" | "gt" | "lte" | "lt" | "exact";

/** Did the person do `what` this often in the last period? Never counts as 0 times. */
export interface Behaviour {
  type: "behaviour";
  /** Events of a name, or that match an action (none if it does not exist). */
  what: { event: string } | { action: number };
  /** Further tests, which must all pass for an event to count. */
  filters: FilterGroup;
  within: { amount: number; unit: Unit };
  operator: CountOperator;
  count: number;
  /** True = the result is negated. */
  negation: boolean;
}

type Unit = "hour" | "day" | "week" | "month" | "year";

const UNITS = ["hour", "day", "week", "month", "year"] as const satisfies readonly Unit[];

const UNIT_OF_LETTER: Record<string, Unit> = { h: "hour", d: "day", w: "week", m: "month", y: "year" };

const OPERATORS: Record<string, CountOperator> = {
  gte: "gte",
  gt: "gt",
  lte: "lte",
  lt: "lt",
  exact: "exact",
  eq: "exact",
};

const WholeNumber = (from: number) =>
  v.pipe(
    v.union(
      [v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))],
      "A valid integer is required.",
    ),
    v.integer("A valid integer is required."),
    v.minValue(from, `Ensure this value is greater than or equal to ${from}.`),
  );

const Operator = v.pipe(
  v.nullish(v.picklist(Object.keys(OPERATORS), `Expected one of ${Object.keys(OPERATORS).join(", ")}.`), "gte"),
  v.transform((name) => OPERATORS[name] ?? "gte"),
);

const EventName = v.pipe(v.string(), v.nonEmpty("This field may not be blank."));

const ActionId = WholeNumber(1);

/** The older form: a group of its own. */
const LegacyBehaviour = v.object({
  days: WholeNumber(1),
  count: v.nullish(WholeNumber(0), 1),
  count_operator: Operator,
  properties: v.optional(v.unknown()),
});

/** The newer form: a filter of type `behavioral`. */
const BehaviouralFilter = v.object({
  event_type: v.nullish(v.picklist(["events", "actions"]), "events"),
  value: v.picklist(
    ["performed_event", "performed_event_multiple"],
    "Expected performed_event or performed_event_multiple.",
  ),
  event_filters: v.optional(v.unknown()),
  negation: v.nullish(v.boolean(), false),
});

const Times = v.object({ operator: Operator, operator_value: WholeNumber(0) });
const Interval = v.object({ time_value: WholeNumber(1), time_interval: v.picklist(UNITS) });

/**
 * Parses `{event_id | action_id, days, count, count_operator, properties}`.
 * @param attr its path in the input, the beginning of every error's `attr`
 * @throws HogletError 400; `unsupported` for fixed dates
 */
export function parseLegacyBehaviour(input: Fields, attr: string): Behaviour {
  refuse(input, attr, "start_date", "end_date");
  const { days, count, count_operator, properties } = parse(LegacyBehaviour, input, attr);
  const isAction = input["action_id"] !== undefined && input["action_id"] !== null;
  return {
    type: "behaviour",
    what: isAction
      ? { action: parse(ActionId, input["action_id"], `${attr}__action_id`) }
      : { event: parse(EventName, input["event_id"], `${attr}__event_id`) },
    filters: parseEventFilters(properties, `${attr}__properties`),
    within: { amount: days, unit: "day" },
    operator: count_operator,
    count,
    negation: false,
  };
}

/**
 * `performed_event` = at least once; `performed_event_multiple` = `operator` `operator_value` times. The period is
 * `time_value` `time_interval`s, or `explicit_datetime` such as `-30d`.
 * @throws as `parseLegacyBehaviour`
 */
export function parseBehaviour(input: Fields, attr: string): Behaviour {
  refuse(input, attr, "explicit_datetime_to", "seq_event", "seq_event_type", "seq_time_value");
  const { event_type, value, event_filters, negation } = parse(BehaviouralFilter, input, attr);
  const key = `${attr}__key`;
  const isOnce = value === "performed_event";
  const times = isOnce ? null : parse(Times, input, attr);
  return {
    type: "behaviour",
    what:
      event_type === "actions"
        ? { action: parse(ActionId, input["key"], key) }
        : { event: parse(EventName, input["key"], key) },
    filters: parseEventFilters(event_filters, `${attr}__event_filters`),
    within: parseWithin(input, attr),
    operator: times?.operator ?? "gte",
    count: times?.operator_value ?? 1,
    negation,
  };
}

/** JavaScript's first instant, epoch ms. */
const EARLIEST_MS = -8.64e15;

/** Months and years are those of the UTC calendar; a period that is too long has every event. */
export function behaviourStart({ within: { amount, unit } }: Behaviour, nowMs: number): number {
  const startMs = DateTime.fromMillis(nowMs, { zone: "utc" })
    .minus({ [unit]: amount })
    .toMillis();
  return Number.isNaN(startMs) ? EARLIEST_MS : startMs;
}

/** Does this number of times satisfy the behaviour? */
export function holds({ operator, count, negation }: Behaviour, times: number): boolean {
  return compare(operator, times, count) !== negation;
}

function compare(operator: CountOperator, times: number, count: number): boolean {
  switch (operator) {
    case "gte":
      return times >= count;
    case "gt":
      return times > count;
    case "lte":
      return times <= count;
    case "lt":
      return times < count;
    case "exact":
      return times === count;
  }
}

function parseWithin(input: Fields, attr: string): Behaviour["within"] {
  const relative = input["explicit_datetime"];
  if (relative === undefined || relative === null) {
    const { time_value, time_interval } = parse(Interval, input, attr);
    return { amount: time_value, unit: time_interval };
  }
  const match = /^-(\d{1,9})([hdwmy])$/.exec(String(relative));
  const unit = UNIT_OF_LETTER[match?.[2] ?? ""];
  const amount = Number(match?.[1] ?? 0);
  if (unit !== undefined && amount > 0) return { amount, unit };
  throw invalid(`${attr}__explicit_datetime`, "Expected a stretch of time such as -30d (h, d, w, m, y).");
}

function parseEventFilters(input: unknown, attr: string): FilterGroup {
  const filters = parseFilters(input, attr, "event");
  if (needsSession(filters)) throw invalid(attr, "Filters of type session are not supported here.", "unsupported");
  return filters;
}

function refuse(input: Fields, attr: string, ...names: string[]): void {
  const given = names.find((name) => input[name] !== undefined && input[name] !== null);
  if (given === undefined) return;
  const detail = "Not supported: expected an event or action, a number of times and a stretch of time up to now.";
  throw invalid(`${attr}__${given}`, detail, "unsupported");
}
