import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toAnswerTable } from "../../lib/http/answer-table.ts";
import { openRest } from "./ask.ts";

const P = "/api/projects/1";

const tables = suite("toAnswerTable");

const DAYS = ["9-Jun-2025", "10-Jun-2025"];

tables("has a line for each series, with the days of the current period and a total", () => {
  const current = { label: "a", compare_label: "current", data: [1, 2], labels: DAYS };
  const previous = { label: "a", compare_label: "previous", data: [3, 4, 5], labels: ["6-Jun", "7-Jun", "8-Jun"] };
  assert.equal(toAnswerTable({ result: [current, previous] }), {
    columns: ["series", ...DAYS, "8-Jun", "total"],
    rows: [
      ["a - current", 1, 2, undefined, 3],
      ["a - previous", 3, 4, 5, 12],
    ],
  });
});

tables("has columns for names and breakdown values where a series has them, and one number of a whole range", () => {
  const action = { custom_name: "Sign-ups" };
  const byPlan = { label: "pro", action, breakdown_value: ["pro", "DE"], data: [], aggregated_value: 0 };
  assert.equal(toAnswerTable({ results: [byPlan, { label: "free", data: [], aggregated_value: 7 }] }), {
    columns: ["series", "custom name", "breakdown", "total count"],
    rows: [
      ["pro", "Sign-ups", "pro::DE", 0],
      ["free", undefined, undefined, 7],
    ],
  });
  assert.equal(toAnswerTable({ results: [{ data: [5], labels: ["x"] }] }).rows, [["Series #1", 5, 5]]);
});

const step = (name: string, count: number, more = {}) => ({
  action_id: name,
  name,
  custom_name: null,
  count,
  average_conversion_time: count * 2,
  median_conversion_time: count,
  ...more,
});

tables("has a line for each step, also of several breakdown values", () => {
  const columns = ["name", "breakdown_value", "action_id", "count"];
  const times = ["median_conversion_time (seconds)", "average_conversion_time (seconds)"];
  assert.equal(toAnswerTable({ results: [step("a", 3), step("b", 1, { custom_name: "Paid" })] }), {
    columns: [...columns, ...times],
    rows: [
      ["a", undefined, "a", 3, 3, 6],
      ["Paid", undefined, "b", 1, 1, 2],
    ],
  });
  const byPlan = [[step("a", 2, { breakdown_value: ["pro"] })], [step("a", 1, { breakdown_value: "free" })]];
  assert.equal(
    toAnswerTable({ result: byPlan }).rows.map((row) => row.slice(0, 4)),
    [
      ["a", "pro", "a", 2],
      ["a", "free", "a", 1],
    ],
  );
});

const values = (...counts: number[]) => counts.map((count, at) => ({ count, label: `Day ${at}` }));

tables("has a line for each cohort, and the bins of times to convert", () => {
  const first = { date: "2025-06-09", label: "Day 0", breakdown_value: null, values: values(5, 2) };
  const second = { date: "2025-06-10", label: "Day 1", breakdown_value: null, values: values(3) };
  assert.equal(toAnswerTable({ results: [first, second] }), {
    columns: ["cohort", "cohort size", "Day 0", "Day 1"],
    rows: [
      ["2025-06-09", 5, 5, 2],
      ["2025-06-10", 3, 3, undefined],
    ],
  });
  const bins = [
    [60, 2],
    [120, 0],
  ];
  assert.equal(toAnswerTable({ results: { bins, average_conversion_time: 60 } }), {
    columns: ["bin", "value"],
    rows: bins,
  });
});

tables("has the rows of tables, paths and correlations as they are", () => {
  const rows = [["a", 1]];
  assert.equal(toAnswerTable({ results: rows, columns: ["x", "x"], hasMore: true }), {
    columns: ["x", "x"],
    rows,
    hasMore: true,
  });
  const edge = { source: "1_a", target: "2_b", value: 3 };
  assert.equal(toAnswerTable({ results: [edge] }), { columns: Object.keys(edge), rows: [Object.values(edge)] });
  assert.equal(toAnswerTable({ results: { events: [{ event: { event: "a" }, odds: 2 }], skewed: false } }), {
    columns: ["event.event", "odds"],
    rows: [["a", 2]],
  });
  assert.throws(() => toAnswerTable({ result: null }), /refresh=blocking/);
});

tables.run();

const routes = suite("CSV of answers");

async function open() {
  const rest = openRest();
  for (const [distinct_id, event] of [
    ["u", "a"],
    ["u", "b"],
    ["v", "a"],
  ] as const)
    await rest.capture({ event, distinct_id, properties: { plan: distinct_id } });
  return rest;
}

const SERIES = [
  { kind: "EventsNode", event: "a" },
  { kind: "EventsNode", event: "b" },
];
const NODES: [query: object, header: RegExp][] = [
  [
    { kind: "TrendsQuery", series: SERIES, dateRange: { date_from: "-1d" } },
    /^series,9-Jun-2024,10-Jun-2024,total\r\na,0,2,2\r\nb,0,1,1\r\n$/,
  ],
  [
    { kind: "FunnelsQuery", series: SERIES, breakdownFilter: { breakdown: "plan" } },
    /^name,breakdown_value,[^]*a,u,a,1/,
  ],
  [
    {
      kind: "RetentionQuery",
      retentionFilter: { totalIntervals: 2, targetEntity: { id: "a" }, returningEntity: { id: "b" } },
    },
    /^cohort,cohort size,Day 0,Day 1\r\n/,
  ],
  [{ kind: "PathsQuery", pathsFilter: { includeEventTypes: ["custom_event"] } }, /^source,target,value/],
  [
    { kind: "StickinessQuery", series: SERIES, dateRange: { date_from: "-1d" } },
    /^series,1 day,2 days,total\r\na,2,0,2/,
  ],
  [
    { kind: "LifecycleQuery", series: SERIES.slice(0, 1), dateRange: { date_from: "-1d" } },
    /^series,9-Jun-2024,10-Jun-2024,total\r\na - new,0,2,2/,
  ],
  [
    { kind: "EventsQuery", select: ["event", "distinct_id"], orderBy: ["event", "distinct_id"] },
    /^event,distinct_id\r\na,u\r\na,v\r\nb,u\r\n$/,
  ],
  [{ kind: "HogQLQuery", query: "SELECT count() AS n FROM events" }, /^n\r\n3\r\n$/],
];

routes("are the same by format, in the body or the query string, and by Accept", async () => {
  const { ask } = await open();
  for (const [query, header] of NODES) {
    const inQuery = await ask<string>("POST", `${P}/query/?format=csv`, { body: { query } });
    assert.equal([inQuery.status, inQuery.headers.get("content-type")], [200, "text/csv; charset=utf-8"]);
    assert.match(inQuery.body, header);
    const inBody = await ask<string>("POST", `${P}/query/`, { body: { query, format: "csv" } });
    const accepted = await ask<string>("POST", `${P}/query/`, { body: { query }, headers: { accept: "text/csv" } });
    assert.equal([inBody.body, accepted.body], [inQuery.body, inQuery.body]);
  }
});

routes("refuse a format that an answer has not, instead of JSON", async () => {
  const { ask } = await open();
  for (const [query] of NODES) {
    const xml = await ask("POST", `${P}/query/?format=xml`, { body: { query } });
    assert.equal([xml.status, xml.body["attr"]], [400, "format"]);
    const html = await ask("POST", `${P}/query/`, { body: { query }, headers: { accept: "text/html" } });
    assert.is(html.status, 406);
  }
  const lines = await ask("POST", `${P}/query/`, { body: { query: NODES[0]?.[0], format: "ndjson" } });
  assert.equal([lines.status, lines.body["attr"]], [400, "format"]);
});

routes("are there for questions of the older dialect, and for saved insights in both", async () => {
  const { ask } = await open();
  const asked = `events=${encodeURIComponent('[{"id":"a"}]')}&date_from=-1d`;
  const trend = "series,9-Jun-2024,10-Jun-2024,total\r\na,0,2,2\r\n";
  assert.is((await ask<string>("GET", `${P}/insights/trend.csv?${asked}`)).body, trend);
  assert.is((await ask<string>("GET", `${P}/insights/trend/?${asked}&format=csv`)).body, trend);
  const [node] = NODES;
  const filters = { insight: "TRENDS", events: [{ id: "a" }], date_from: "-1d" };
  for (const body of [{ query: { kind: "InsightVizNode", source: node?.[0] } }, { filters }]) {
    const { id } = (await ask("POST", `${P}/insights/`, { body })).body;
    const { status, body: text } = await ask<string>("GET", `${P}/insights/${String(id)}.csv`);
    assert.equal([status, text.startsWith("series,9-Jun-2024,10-Jun-2024,total\r\na,0,2,2\r\n")], [200, true], text);
  }
});

routes.run();
