import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import { rounds, seeds } from "../support/rounds.ts";
import { ask, DAY_MS, dayOf, FIRST_MS, openStory, randomFilter, widthOf } from "./statement-story.ts";

// Statements of HogQL in answers have the numbers of the answers. Those of trends: trend/trend-hogql.test.ts.

function randomQuestion(random: Random) {
  return { ...randomDates(random, 25), ...(random.chance(0.6) && filters(random)) };
}

function randomDates(random: Random, days: number) {
  const from = FIRST_MS + random.integer(0, 40) * DAY_MS;
  return { dateRange: { date_from: dayOf(from), date_to: dayOf(from + random.integer(0, days) * DAY_MS) } };
}

const filters = (random: Random) => (random.chance(0.3) ? { properties: [randomFilter(random)] } : {});

function oneSeries(random: Random) {
  return {
    series: [{ kind: "EventsNode", event: random.pick(["a", "it's", null]), ...filters(random) }],
    interval: random.pick(["hour", "day", "day", "week", "month"]),
  };
}

type Line = {
  status?: string;
  date?: string;
  days?: (string | number)[];
  data?: number[];
  values?: { count: number }[];
  count?: number;
};
type Row = Record<string, unknown>;
type Node = { interval?: string; retentionFilter?: { period: string } };

/** Texts of the numbers of rows, and of those of an answer which are not 0. */
interface Kind {
  ask(random: Random): object;
  ofRow(row: Row, width: number): string;
  ofLine(line: Line, width: number, place: number): string[];
}

const bucketOf = (row: Row, width: number) => {
  const name = ["hour", "day", "week", "month"].find((unit) => Object.hasOwn(row, unit)) ?? "";
  return String(row[name]).slice(0, width);
};
const KINDS: Record<string, Kind> = {
  LifecycleQuery: {
    ask: oneSeries,
    ofRow: (row, width) => `${String(row["status"])} ${bucketOf(row, width)} ${String(row["total"])}`,
    ofLine: ({ status, days = [], data = [] }, width) =>
      data.flatMap((number, at) =>
        number === 0 ? [] : [`${status} ${String(days[at]).slice(0, width).replace(" ", "T")} ${number}`],
      ),
  },
  StickinessQuery: {
    ask: oneSeries,
    ofRow: (row) => Object.values(row).join(" "),
    ofLine: ({ data = [] }) => data.flatMap((number, at) => (number === 0 ? [] : [`${at + 1} ${number}`])),
  },
  RetentionQuery: {
    ask: (random) => ({
      // A table has at most 400 hours.
      ...randomDates(random, 12),
      retentionFilter: {
        targetEntity: { id: random.pick(["a", "it's", null]), ...filters(random) },
        returningEntity: { id: random.pick(["a", "b", null]), ...filters(random) },
        period: random.pick(["Hour", "Day", "Day", "Week", "Month"]),
        totalIntervals: random.integer(1, 12),
        retentionType: random.pick(["retention_recurring", "retention_first_time", "retention_first_ever_occurrence"]),
        ...(random.chance(0.3) && { minimumOccurrences: 2 }),
        ...(random.chance(0.1) && { cumulative: true }),
      },
    }),
    ofRow: (row, width) => {
      const [later] = Object.entries(row).find(([name]) => name.endsWith("_later")) ?? [];
      return `${bucketOf(row, width)} ${String(row[later ?? ""])} ${String(row["total"])}`;
    },
    ofLine: ({ date = "", values = [] }, width) =>
      values.flatMap(({ count }, at) => (count === 0 ? [] : [`${date.slice(0, width)} ${at} ${count}`])),
  },
  FunnelsQuery: {
    ask: (random) => ({
      series: Array.from({ length: random.integer(1, 4) }, () => ({
        kind: "EventsNode",
        event: random.pick(["a", "b", "it's", null]),
        ...filters(random),
      })),
      funnelsFilter: {
        funnelWindowInterval: random.integer(1, 20),
        funnelWindowIntervalUnit: random.pick(["hour", "day", "day", "week"]),
        ...(random.chance(0.1) && { funnelOrderType: random.pick(["strict", "unordered"]) }),
      },
    }),
    ofRow: (row) => `${String(row["step"])} ${String(row["total"])}`,
    ofLine: ({ count = 0 }, _, place) => (count === 0 ? [] : [`${place + 1} ${count}`]),
  },
};

const said = suite("the SQL of an answer");

for (const seed of seeds(1, 4)) {
  for (const [kind, { ask: askIn, ofRow, ofLine }] of Object.entries(KINDS)) {
    said(`has the numbers of a ${kind}, seed ${seed}`, async () => {
      const random = createRandom(seed);
      let count = 0;
      for (let story = 0; story < rounds(2, 4); story++) {
        await using hoglet = await openStory(random);
        for (let round = 0; round < rounds(20, 40); round++) {
          const node = { kind, ...randomQuestion(random), ...askIn(random) } as unknown as Node;
          const answer = (await hoglet.ask(node as never)) as unknown as { results: Line[]; hogql: string | null };
          if (answer.hogql === null) continue;
          count++;
          const width = widthOf((node.retentionFilter?.period ?? node.interval)?.toLowerCase());
          const rows = (await ask(hoglet, answer.hogql)).map((row) => ofRow(row, width));
          const wanted = answer.results.flatMap((line, place) => ofLine(line, width, place));
          assert.equal(rows.toSorted(), wanted.toSorted(), `${JSON.stringify(node)}\n${answer.hogql}`);
        }
      }
      assert.ok(count > 8, `only ${count} questions have a statement`);
    });
  }
}

const A = { kind: "EventsNode", event: "a" };
const B = { kind: "EventsNode", event: "b" };
const RETENTION = { kind: "RetentionQuery", retentionFilter: {} };
const FUNNEL = { kind: "FunnelsQuery", series: [A, B] };

const ABSENT: [why: string, node: object][] = [
  ["a criterion", { kind: "StickinessQuery", stickinessFilter: { stickinessCriteria: { operator: "gte", value: 2 } } }],
  ["several intervals as one", { kind: "StickinessQuery", intervalCount: 2 }],
  ["groups", { kind: "LifecycleQuery", aggregation_group_type_index: 0 }],
  ["returns in windows of 24 hours", { ...RETENTION, retentionFilter: { timeWindowMode: "24_hour_windows" } }],
  ["brackets of periods", { ...RETENTION, retentionFilter: { retentionCustomBrackets: [1, 2] } }],
  ["rows of values", { ...RETENTION, breakdownFilter: { breakdown: "plan", breakdown_type: "event" } }],
  ["a step that comes again", { kind: "FunnelsQuery", series: [A, A] }],
  [
    "an exclusion",
    { ...FUNNEL, funnelsFilter: { exclusions: [{ ...A, event: "c", funnelFromStep: 0, funnelToStep: 1 }] } },
  ],
  ["months of a window", { ...FUNNEL, funnelsFilter: { funnelWindowIntervalUnit: "month" } }],
  ["an optional step", { ...FUNNEL, series: [A, B, { ...B, event: "c", optionalInFunnel: true }] }],
  ["times to convert", { ...FUNNEL, funnelsFilter: { funnelVizType: "time_to_convert" } }],
  ["smoothed points", { kind: "TrendsQuery", trendsFilter: { smoothingIntervals: 2 } }],
  ["medians", { kind: "TrendsQuery", series: [{ ...A, math: "median", math_property: "n" }] }],
];

for (const [why, node] of ABSENT) {
  said(`is absent for ${why}`, async () => {
    await using hoglet = await openStory(createRandom(1));
    const dateRange = { date_from: "2024-03-01", date_to: "2024-04-01" };
    const series = Object.hasOwn(node, "retentionFilter") ? {} : { series: [A] };
    const answer = await hoglet.ask({ ...series, dateRange, ...node } as never);
    assert.is((answer as { hogql: string | null }).hogql, null);
  });
}

const at = (event: string, time: string, distinct_id = "u") => ({ event, distinct_id, timestamp: `2024-04-${time}Z` });
const WINDOW = { funnelWindowInterval: 1, funnelWindowIntervalUnit: "day" };
const EDGES: [what: string, events: ReturnType<typeof at>[], node: object, rows: unknown[]][] = [
  [
    "takes both ends of a window, and events of one moment in any order",
    [at("b", "01T00:00:00"), at("a", "01T00:00:00"), at("c", "02T00:00:00"), at("a", "01T00:00:00", "v")],
    { kind: "FunnelsQuery", series: [A, B, { ...A, event: "c" }], funnelsFilter: WINDOW },
    [
      [1, 2],
      [2, 1],
      [3, 1],
    ],
  ],
  [
    "ends a window with its last millisecond",
    [at("a", "01T00:00:00"), at("b", "02T00:00:00.001")],
    { kind: "FunnelsQuery", series: [A, B], funnelsFilter: WINDOW },
    [[1, 1]],
  ],
  [
    "wants as many returns as a retention",
    [at("a", "01T00:00:00"), at("b", "02T00:00:00"), at("b", "03T00:00:00"), at("b", "03T23:00:00")],
    {
      kind: "RetentionQuery",
      retentionFilter: { targetEntity: { id: "a" }, returningEntity: { id: "b" }, minimumOccurrences: 2 },
    },
    [
      ["2024-04-01T00:00:00Z", 0, 1],
      ["2024-04-01T00:00:00Z", 2, 1],
    ],
  ],
];

for (const [what, events, node, rows] of EDGES) {
  said(what, async () => {
    await using hoglet = await createHoglet({ now: "2024-05-01T12:00:00Z" });
    await hoglet.capture(events);
    const dateRange = { date_from: "2024-04-01", date_to: "2024-04-04" };
    const { hogql } = (await hoglet.ask({ ...node, dateRange } as never)) as unknown as { hogql: string };
    assert.equal((await hoglet.query(hogql)).results, rows, hogql);
  });
}

said("is absent for hours where a clock turns by half an hour", async () => {
  await using hoglet = await createHoglet({ now: "2024-05-01T12:00:00Z" });
  await hoglet.projects.update(hoglet.project.id, { timezone: "Australia/Lord_Howe" });
  const asked = async (date_to: string) => {
    const node = { kind: "RetentionQuery", retentionFilter: { period: "Hour" }, dateRange: { date_to } };
    return ((await hoglet.ask(node as never)) as unknown as { hogql: string | null }).hogql;
  };
  assert.is(await asked("2024-04-07T01:45:00+10:30"), null);
  assert.type(await asked("2024-04-05T23:00:00+11:00"), "string");
});

said.run();
