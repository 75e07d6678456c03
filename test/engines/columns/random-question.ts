import type { Random } from "../../../fixtures/random.ts";
import { KEYS, NAMES, VALUES } from "./random-log.ts";

/** A question: its kind of insight, and its fields. */
export interface RandomQuestion {
  kind: "trend" | "lifecycle" | "stickiness" | "retention";
  query: Record<string, unknown>;
}

const KINDS = ["trend", "trend", "trend", "lifecycle", "stickiness", "retention"] as const;
const MATHS = ["total", "dau", "weekly_active", "monthly_active", "unique_group", "unique_session", "sum", "avg", "min", "max", "median", "p75", "p90", "first_time_for_user", "first_matching_event_for_user", "avg_count_per_actor", "p90_count_per_actor", "hogql"]; // prettier-ignore
const EXPRESSIONS = ["count()", "count(distinct properties.plan)", "uniq(person_id)", "sum(toFloat(properties.amount))", "quantile(0.3)(properties.amount)", "countIf(properties.plan = 'pro') / count()", "sum(toFloat(properties.amount)) - uniq(distinct_id)", "length(groupUniqArray(person.properties.plan)) + countIf(toHour(timestamp) > 12)"]; // prettier-ignore
const OPERATORS = ["exact", "is_not", "icontains", "not_icontains", "regex", "not_regex", "is_set", "is_not_set", "gt", "lte", "is_date_before"]; // prettier-ignore

const FROM = ["-7d", "-30d", "2024-03-05", "2024-03-20T10:00:00"];

/** A random question about a random log. @param projectNumber 1 or 2; ids of cohorts and actions are made from it */
export function randomQuestion(random: Random, projectNumber: number): RandomQuestion {
  const kind = random.pick(KINDS);
  const some = (part: () => object, probability = 0.4) => (random.chance(probability) ? part() : {});
  const interval = random.pick(["hour", "day", "day", "week", "month"]);
  const properties = some(() => ({ properties: randomFilters(random, projectNumber) }));
  // Answers with twenty years of days take long, so they are rare.
  const isLong = random.chance(interval === "month" ? 0.3 : 0.03);
  const dates = {
    date_from: isLong ? "all" : interval === "hour" ? "2024-03-29" : random.pick(FROM),
    ...some(() => ({ date_to: random.pick(["2024-04-01", "-1d", "2024-03-31 13:15:00"]) })),
  };
  const query = { refresh: true, ...properties };
  if (kind === "retention") {
    return {
      kind,
      query: {
        ...query,
        period: random.pick(["Hour", "Day", "Week", "Month"]),
        total_intervals: random.integer(1, 40),
        target_entity: randomEntity(random, projectNumber),
        returning_entity: randomEntity(random, projectNumber),
        ...some(() => ({ retention_type: "retention_first_time" })),
        ...some(() => ({ breakdowns: randomSources(random) }), 0.3),
        ...some(() => ({ aggregation_group_type_index: 0 }), 0.2),
        ...some(() => ({ date_to: "2024-03-30" })),
      },
    };
  }
  const entity = randomEntity(random, projectNumber);
  if (kind === "lifecycle") return { kind, query: { ...query, ...dates, interval, events: [entity] } };
  if (kind === "stickiness") {
    const group = some(() => ({ math: "unique_group", math_group_type_index: 0 }), 0.2);
    return { kind, query: { ...query, ...dates, interval, events: [{ ...entity, ...group }] } };
  }
  const entities = Array.from({ length: random.integer(1, 2) }, () => ({
    ...randomEntity(random, projectNumber),
    ...randomMath(random),
  }));
  return {
    kind,
    query: {
      ...query,
      ...dates,
      interval,
      events: entities,
      display: random.pick(["ActionsLineGraph", "ActionsLineGraphCumulative", "ActionsPie", "BoldNumber"]),
      ...some(() => randomBreakdown(random, projectNumber), 0.5),
      ...some(() => ({ actions: [{ id: projectNumber * 10, ...randomMath(random) }] }), 0.2),
    },
  };
}

function randomEntity(random: Random, projectNumber: number): object {
  const id = random.pick([...NAMES, "unheard of", null]);
  if (random.chance(0.1)) {
    const members = Array.from({ length: random.integer(1, 3) }, () => ({ id: random.pick([...NAMES, null]) }));
    return { id: null, type: "events", members, operator: random.pick(["OR", "AND"]) };
  }
  return { id, type: "events", ...(random.chance(0.3) && { properties: randomFilters(random, projectNumber) }) };
}

function randomMath(random: Random): object {
  const math = random.pick(MATHS);
  const key = random.chance(0.2) ? "$session_duration" : "amount";
  const isOfGroups = math === "unique_group" || (math.endsWith("_count_per_actor") && random.chance(0.3));
  return {
    math,
    math_property: key,
    ...(isOfGroups && { math_group_type_index: 0 }),
    ...(math === "hogql" && { math_hogql: random.pick(EXPRESSIONS) }),
  };
}

function randomFilters(random: Random, projectNumber: number): unknown {
  const filters = Array.from({ length: random.integer(1, 3) }, () => randomFilter(random, projectNumber));
  return random.chance(0.5) ? filters : { type: random.pick(["AND", "OR"]), values: filters };
}

function randomFilter(random: Random, projectNumber: number): object {
  if (random.chance(0.15)) {
    const operator = random.pick(["in", "not_in"]);
    return { key: "id", type: "cohort", value: projectNumber * 10 + random.integer(1, 3), operator };
  }
  if (random.chance(0.1)) {
    const value = random.pick([0, 5, 3600, 86_400]);
    return { key: "$session_duration", type: "session", operator: random.pick(["gt", "lte", "is_set"]), value };
  }
  if (random.chance(0.15)) return randomSessionFilter(random);
  if (random.chance(0.1)) return randomMetadataFilter(random);
  if (random.chance(0.1)) return randomElementFilter(random);
  const type = random.pick(["event", "event", "event", "person", "group"]);
  const operator = random.pick(OPERATORS);
  const value = () => toWanted(random, operator);
  return {
    key: random.pick(KEYS),
    type,
    operator,
    ...(type === "group" && { group_type_index: 0 }),
    value: random.chance(0.3) ? [value(), value()] : value(),
  };
}

/** Keys of sessions, each with values that some session may have. */
const SESSION_VALUES: [key: string, values: unknown[]][] = [
  ["$entry_pathname", ["/", "/buy"]],
  ["$exit_hostname", ["x.org", "y.org"]],
  ["$entry_utm_source", ["google", "7"]],
  ["$entry_referring_domain", ["$direct", "www.google.com"]],
  ["$channel_type", ["Direct", "Paid Search", "Email", "Unknown"]],
  ["$is_bounce", [true, "false"]],
  ["$last_external_click_url", ["https://z.org"]],
  ["$start_timestamp", ["2024-03-10"]],
];
const SESSION_COUNTS = ["$pageview_count", "$autocapture_count", "$screen_count", "$num_uniq_urls"];

function randomSessionFilter(random: Random): object {
  if (random.chance(0.3)) {
    const key = random.pick(SESSION_COUNTS);
    return { key, type: "session", operator: random.pick(["gt", "lte", "exact"]), value: random.integer(0, 3) };
  }
  const [key, values] = random.pick(SESSION_VALUES);
  const operators = key === "$start_timestamp" ? ["is_date_before", "is_date_after"] : ["exact", "is_not", "icontains", "is_set", "is_not_set"]; // prettier-ignore
  const isNegated = random.chance(0.1) && { negation: true };
  return { key, type: "session", operator: random.pick(operators), value: random.pick(values), ...isNegated };
}

function randomMetadataFilter(random: Random): object {
  const [key, values] = random.pick<[string, string[]]>([
    ["event", [...NAMES, "a"]],
    ["distinct_id", ["id1", "id2", "id7"]],
    ["timestamp", ["2024-03-10", "2024-03-30 12:00:00"]],
    ["person_id", ["a", "0"]],
    ["$session_id", ["s1", "s2"]],
  ]);
  const operators = key === "timestamp" ? ["is_date_before", "is_date_after"] : ["exact", "is_not", "icontains", "is_set"]; // prettier-ignore
  return { key, type: "event_metadata", operator: random.pick(operators), value: random.pick(values) };
}

/** A breakdown by a property of sessions, or a column of events. */
function randomOrigin(random: Random): { property: string; type: string } {
  if (random.chance(0.3)) return { property: random.pick(["event", "distinct_id", "person_id", "timestamp", "$session_id"]), type: "event_metadata" }; // prettier-ignore
  const keys = [...SESSION_VALUES.map(([key]) => key), ...SESSION_COUNTS, "$entry_current_url", "$urls", "$end_pathname", "$end_timestamp"]; // prettier-ignore
  return { property: random.pick(keys), type: "session" };
}

function randomElementFilter(random: Random): object {
  const key = random.pick(["tag_name", "text", "href", "selector"]);
  if (key === "selector") {
    const value = random.pick(["a", "div > a", "div.bar a", "button"]);
    return { key, type: "element", operator: random.pick(["exact", "is_not"]), value };
  }
  const operator = random.pick(["exact", "is_not", "icontains", "not_icontains", "is_set", "is_not_set"]);
  return { key, type: "element", operator, value: random.pick(["a", "Buy", "buy", "/buy", "div"]) };
}

function randomSources(random: Random): object[] {
  return Array.from({ length: random.integer(1, 2) }, () =>
    random.chance(0.25)
      ? randomOrigin(random)
      : { property: random.pick(["plan", "amount"]), type: random.pick(["event", "person"]) },
  );
}

function toWanted(random: Random, operator: string): unknown {
  if (operator === "is_date_before") return random.pick(["2024-03-11", "2024-03-30 12:00:00"]);
  if (operator === "gt" || operator === "lte") return random.pick([0, 1, 30, "30.2"]);
  const value = random.pick(VALUES);
  return typeof value === "object" ? JSON.stringify(value) : value;
}

function randomBreakdown(random: Random, projectNumber: number): object {
  const breakdown = random.pick(KEYS);
  switch (random.integer(0, 10)) {
    case 9: {
      const { property, type } = randomOrigin(random);
      return { breakdown: property, breakdown_type: type, breakdown_limit: random.integer(1, 5) };
    }
    case 10:
      return { breakdowns: [randomOrigin(random), { property: "plan" }], breakdown_limit: 4 };
    case 6:
      return { breakdown: "$session_duration", breakdown_type: "session", breakdown_limit: random.integer(1, 5) };
    case 7:
      return { breakdown: "$session_duration", breakdown_type: "session", breakdown_histogram_bin_count: 3 };
    case 0:
      return { breakdown: [projectNumber * 10 + 1, projectNumber * 10 + 2, "all"], breakdown_type: "cohort" };
    case 1:
      return { breakdown, breakdown_type: "person", breakdown_limit: random.integer(1, 4) };
    case 2:
      return { breakdown: "plan", breakdown_type: "group", breakdown_group_type_index: 0 };
    case 3:
      return { breakdown: "amount", breakdown_histogram_bin_count: random.integer(1, 4) };
    case 4:
      return { breakdowns: [{ property: "plan" }, { property: "plan", type: "person" }], breakdown_limit: 3 };
    case 5:
      return { breakdown: `length(properties.${"plan"})`, breakdown_type: "hogql" };
    default:
      return {
        breakdown,
        breakdown_limit: random.integer(1, 5),
        ...(random.chance(0.3) && { offset: 2 }),
        ...(random.chance(0.3) && { breakdown_other: true }),
        ...(random.chance(0.3) && { breakdown_normalize_url: true }),
      };
  }
}
