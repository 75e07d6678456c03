import type { Random } from "../../fixtures/random.ts";

// Values for the fuzz of routes.

const FILTERS = [
  [{ key: "plan", value: "own", type: "person" }],
  [{ key: "n", value: 98, operator: "gt" }],
  [{ key: "id", value: 1, type: "cohort" }],
  [{ key: "id", value: 3, type: "cohort" }],
  [{ key: "text", value: "Buy", type: "element" }],
  [{ key: "email", value: "(", operator: "regex" }],
  [{ key: "at", value: "-7d", operator: "is_date_after" }],
  { type: "OR", values: [{ type: "AND", values: [{ key: "plan", operator: "is_set", value: "is_set" }] }] },
  { type: "AND", values: [] },
  { email__icontains: "own" },
  [{ key: "plan" }],
  [{ type: "person" }],
  [{ key: 5, value: null, operator: "near" }],
  [[]],
];

const ENTITIES = [
  [{ id: "bought own" }],
  [
    { id: "bought own", math: "dau" },
    { id: null, order: 1 },
  ],
  [{ id: "bought own", math: "sum", math_property: "n" }],
  [{ id: 1, type: "actions" }],
  [{ id: "bought own", properties: [{ key: "plan", value: "own" }] }],
  [{ id: "x", math: "no such" }],
  [{}],
  [null],
  {},
  "bought own",
];

const DATES = [
  "-7d",
  "-1mStart",
  "all",
  "2024-06-01",
  "2024-06-10T12:00:00Z",
  "2024-13-45",
  "-999999999y",
  "dStart",
  "",
  "0001-01-01",
  "9999-12-31",
];

/** By name of a field: values that fit, or nearly. */
export const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  limit: [1, 2, 100, 100_000, "1", "0", "", -1, 1.5, "1e3", 2 ** 53, "99999999999999999999"],
  offset: [0, 1, 1000, "1", "", -1, 2 ** 53, "99999999999999999999"],
  page: [1, 2, "1", 0, -1, "999999999", 1.5],
  cursor: ["after.1717977600000.3.9", "before.-1.0.1", "after.1", "", 1],
  properties: [...FILTERS, { plan: "pro" }, {}, { "a.b": { c: [1] } }],
  groups: [
    [{ properties: FILTERS[0] }],
    [{ event_id: "bought own", days: 3 }],
    [{ action_id: 1, days: 3 }],
    [{ event_id: "x", days: 1e9 }],
    [],
    [{}],
    {},
  ],
  filters: [{ properties: FILTERS[7] }, { properties: {} }, {}, { properties: { type: "OR", values: [] } }],
  events: ENTITIES,
  actions: [[{ id: 1 }], [{ id: 2 }], [{ id: "1", math: "dau" }], [{ id: "x" }], []],
  target_entity: [{ id: "bought own", type: "events" }, { id: 1, type: "actions" }, {}, "x"],
  returning_entity: [{ id: "bought own" }, { id: 2, type: "actions" }, []],
  date_from: DATES,
  date_to: DATES,
  interval: ["hour", "day", "week", "month", "minute", "century"],
  period: ["Hour", "Day", "Week", "Month", "Year"],
  display: ["ActionsLineGraph", "ActionsTable", "ActionsLineGraphCumulative", "BoldNumber", "WorldMap", "Nothing"],
  insight: ["TRENDS", "FUNNELS", "RETENTION", "PATHS", "LIFECYCLE", "STICKINESS", "SQL"],
  formula: ["A", "A+B", "A/0", "(", "A".repeat(3000), "1"],
  breakdown: ["plan", ["plan", "n"], [1], "all", "$virt_x"],
  breakdown_type: ["event", "person", "cohort", "group", "session", "hogql"],
  breakdowns: [[{ property: "plan", type: "person" }], [{}]],
  total_intervals: [1, 11, 0, 1e9, "7"],
  smoothing_intervals: [1, 7, 0, 1e9],
  compare: [true, "true", "x"],
  group_type_index: [0, "0", 4, 5, -1, "x", 1.5],
  group_key: ["g-own", "x", ""],
  distinct_id: ["a", "b", "nobody", ""],
  distinct_ids: [["a"], ["a", "b", "nobody"], [], Array.from({ length: 1001 }, String), "a"],
  persons: [[1], ["6931a681-6e90-500d-8294-14582dcc2e3f"], [4], ["x"]],
  person_ids: [[1], [4], ["x"], [1.5], [2 ** 60]],
  person_id: [1, "1", 4, "x", 1.5],
  uuids: [["6931a681-6e90-500d-8294-14582dcc2e3f"], ["x"], []],
  ids: [[1], [4], ["6931a681-6e90-500d-8294-14582dcc2e3f"], ["x"], [2 ** 60]],
  person_uuid: ["6931a681-6e90-500d-8294-14582dcc2e3f", "x"],
  main_distinct_id: ["a", "x"],
  delete_events: [true, "true", "x"],
  keep_person: [true, "false"],
  key: ["plan", "zebra", "$os", "__proto__", ""],
  value: ["own", 1, null, { a: [] }],
  $unset: ["plan", "__proto__", "", ["plan"]],
  status: ["pending", "completed", "all", "x"],
  email: ["a@own.org", ""],
  search: ["own", "%", "_", "a", "'"],
  name: ["new", "", " ", "x".repeat(401), "=1+1"],
  description: ["d", null],
  steps: [[{ event: "bought own" }], [{ url: "(", url_matching: "regex" }], [{ selector: ">>" }], [{}], [], [null]],
  deleted: [true, false],
  is_static: [true, "true", "x"],
  csv: ["distinct_id\na\n", '"', "a,b\n1", "\u0000"],
  label: ["l", "", "x".repeat(41)],
  scopes: [["person:read"], ["*"], [], ["x"], "x"],
  scoped_teams: [[1], [99], ["1"], [1.5]],
  timezone: ["UTC", "Asia/Tokyo", "Mars/Base", "", "+05:00"],
  week_start_day: [0, 1, null, 2],
  api_token: ["phc_another_token_0123456789", "", "x"],
  test_account_filters: [FILTERS[0], [], [{}]],
  path_cleaning_filters: [[{ regex: "a", alias: "b" }], [{ regex: "(" }], null],
  query: [
    "SELECT event FROM events",
    "SELECT * FROM persons",
    "select distinct_id, properties from events limit 5",
    "SELECT",
    "DROP TABLE persons",
    "SELECT * FROM main.persons",
    "SELECT * FROM sqlite_master",
    "SELECT 1; SELECT 2",
    { kind: "HogQLQuery", query: "SELECT count() FROM events" },
    { kind: "TrendsQuery" },
    "SELECT {x}",
    "SELECT '\u0000'",
  ],
  values: [{ x: 1 }, { x: [] }, [], "x"],
  format: ["json", "csv", "ndjson", "xml"],
  scope: ["Person", "Cohort", "x"],
  item_id: ["1", 1, {}],
  type: ["ignored_invalid_timestamp", ""],
  after: DATES,
  before: DATES,
};

const TEXTS = [
  "",
  " ",
  "0",
  "-1",
  "1e999",
  "NaN",
  "null",
  "true",
  "[]",
  "{}",
  "[{}]",
  '{"a":',
  "%",
  "'",
  '"',
  "\\",
  "\u0000",
  "a\u0000b",
  "\uD800",
  "\u{1F600}",
  "x".repeat(2000),
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "toString",
  "2024-02-30",
  "=1+1",
  "(((((",
  "*".repeat(200),
  "[".repeat(2000),
];

const NUMBERS = [0, -0, 1, -1, 0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e308, -1e308, 5e-324];

/** Any JSON value. */
export function junk(random: Random, depth = 0): unknown {
  const kind = random.integer(0, depth > 3 ? 4 : 6);
  if (kind === 0) return null;
  if (kind === 1) return random.chance(0.5);
  if (kind === 2) return random.pick(NUMBERS);
  if (kind <= 4) return random.pick(TEXTS);
  const parts = Array.from({ length: random.integer(0, 3) }, () => junk(random, depth + 1));
  if (kind === 5) return parts;
  return Object.fromEntries(
    parts.map((part) => [
      random.pick(["key", "value", "type", "id", "values", "operator", "properties", ...TEXTS]),
      part,
    ]),
  );
}
