import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import type { Random } from "../../../fixtures/random.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet } from "../../../lib/index.ts";
import type { TrendsQueryNode } from "../../../lib/questions/trend/node.ts";
import { rounds, seeds } from "../../support/rounds.ts";

// A statement of HogQL in an answer has the numbers of the answer: both are asked over random stories.

const PLANS = [
  "pro",
  "free",
  "None",
  "",
  " ",
  "5",
  5,
  5.5,
  true,
  null,
  undefined,
  ["pro"],
  { a: 1 },
  "Pro",
  "it's",
  "ä",
  "\\",
];
const ZONES = ["UTC", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"];
/** Clocks change in some of these days. */
const FIRST_MS = Date.UTC(2024, 2, 1);
const DAY_MS = 86_400_000;

const given = (value: unknown) => (value === undefined ? {} : { plan: value });

/** Tells a story: many of its events lie on the edges of days, in UTC or in New York. */
async function tell(hoglet: Hoglet, random: Random): Promise<void> {
  const events = Array.from({ length: random.integer(5, 60) }, () => ({
    event: random.pick(["a", "b", "it's"]),
    distinct_id: `u${random.integer(1, 9)}`,
    timestamp: new Date(
      FIRST_MS +
        random.integer(0, 60) * DAY_MS +
        random.pick([0, 4, 5, random.integer(0, 23)]) * 3_600_000 +
        random.pick([0, 0, 1, 1_799_999]),
    ).toISOString(),
    properties: {
      ...given(random.pick(PLANS)),
      ...(random.chance(0.7) && { n: random.pick([1, 2.5, -3, "4", "x", null, true, 1e20]) }),
      ...(random.chance(0.3) && { $set: given(random.pick(PLANS)) }),
      ...(random.chance(0.1) && { $process_person_profile: false }),
    },
  }));
  await hoglet.capture(events);
  if (random.chance(0.5))
    await hoglet.capture({
      event: "$identify",
      distinct_id: "u1",
      timestamp: new Date(FIRST_MS).toISOString(),
      properties: { $anon_distinct_id: "u2" },
    });
}

function randomFilter(random: Random): object {
  return random.pick([
    () => ({
      type: random.pick(["event", "person"]),
      key: "plan",
      operator: random.pick(["exact", "is_not", "is_set", "is_not_set", "icontains"]),
      value: random.pick([["pro"], "free", ["pro", "None"], "it's", "5", [""], "true"]),
    }),
    () => ({
      type: "hogql",
      key: random.pick([
        "properties.n > 1",
        "person.properties.plan = 'pro' OR event = 'a' -- either",
        "toHour(timestamp) < 12",
        "properties.plan LIKE 'p%'",
        "properties.plan IS NULL",
      ]),
    }),
  ])();
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function randomNode(random: Random): TrendsQueryNode {
  const from = FIRST_MS + random.integer(0, 40) * DAY_MS;
  const until = from + random.integer(0, 25) * DAY_MS;
  const math = random.pick([
    {},
    { math: "total" },
    { math: "dau" },
    { math: "sum", math_property: "n" },
    { math: "avg", math_property: "n" },
    { math: "min", math_property: "n" },
    { math: "max", math_property: "n" },
    { math: "p90", math_property: "n" },
    { math: "hogql", math_hogql: "countIf(properties.plan = 'pro') / count() -- share" },
    { math: "hogql", math_hogql: "any(properties.n)" },
    { math: "weekly_active" },
  ]);
  const breakdown = random.pick([
    {},
    { breakdownFilter: { breakdown: "plan", breakdown_type: random.pick(["event", "person"]) } },
    { breakdownFilter: { breakdown: "concat(properties.plan, '-', event)", breakdown_type: "hogql" } },
    { breakdownFilter: { breakdown: "properties.plan", breakdown_type: "hogql", breakdown_limit: 2 } },
  ]);
  return {
    kind: "TrendsQuery",
    series: [
      {
        kind: "EventsNode",
        event: random.pick(["a", "it's", null]),
        ...math,
        ...(random.chance(0.3) && { properties: [randomFilter(random)] }),
      },
      ...(random.chance(0.1) ? [{ kind: "EventsNode", event: "b" }] : []),
    ],
    interval: random.pick(["hour", "day", "day", "week", "month"]),
    dateRange: { date_from: dayOf(from), date_to: dayOf(until) },
    ...(random.chance(0.3) && {
      properties: {
        type: "AND",
        values: [{ type: random.pick(["AND", "OR"]), values: [randomFilter(random), randomFilter(random)] }],
      },
    }),
    ...breakdown,
    trendsFilter: {
      display: random.pick([
        "ActionsLineGraph",
        "ActionsBar",
        "BoldNumber",
        "ActionsTable",
        "ActionsLineGraphCumulative",
      ]),
    },
  } as TrendsQueryNode;
}

type Lines = { breakdown_value?: unknown; data?: number[]; aggregated_value?: number; days?: string[] }[];

/** The numbers of the answer, as `value day number`; those that are 0 are left out. @param width characters of a day, or of an hour */
function ofAnswer(lines: Lines, width: number): string[] {
  return lines.flatMap(({ breakdown_value: value, data, days = [], aggregated_value: whole }) => {
    const points = data?.length
      ? data.map((number, at) => [days[at]?.slice(0, width).replace(" ", "T"), number])
      : [["", whole]];
    return points.flatMap(([day, number]) => (number === 0 ? [] : [toText(value, day, number)]));
  });
}

function toText(value: unknown, day: unknown, number: unknown): string {
  const own =
    value === undefined || value === "$$_posthog_breakdown_null_$$" || value === null
      ? "-"
      : JSON.stringify([value].flat());
  return `${own} ${String(day)} ${Number(Number(number).toPrecision(12))}`;
}

const said = suite("the SQL of a trend");

for (const seed of seeds(1, 6)) {
  said(`has the numbers of the answer over a random story, seed ${seed}`, async () => {
    const random = createRandom(seed);
    let count = 0;
    for (let story = 0; story < rounds(2, 4); story++) {
      await using hoglet = await createHoglet({ now: "2024-05-01T12:00:00Z" });
      await hoglet.projects.update(hoglet.project.id, {
        timezone: random.pick(ZONES),
        week_start_day: random.pick([0, 1]),
      });
      await tell(hoglet, random);
      for (let round = 0; round < rounds(15, 40); round++) {
        const node = randomNode(random);
        const { results, hogql } = await hoglet.ask(node);
        if (hogql === null) continue;
        count++;
        const { columns, results: rows } = await hoglet.query(hogql);
        const place = (name: string) => columns.indexOf(name);
        const bucket = ["hour", "day", "week", "month"].map(place).find((at) => at >= 0);
        const width = node.interval === "hour" ? 13 : 10;
        const found = rows.flatMap((row) => {
          const value = place("value") < 0 ? undefined : row[place("value")];
          const day = bucket === undefined ? "" : String(row[bucket]).slice(0, width);
          const number = row[place("total")];
          return number === 0 ? [] : [toText(value, day, number)];
        });
        const wanted = ofAnswer(results as unknown as Lines, width);
        assert.equal(found.toSorted(), wanted.toSorted(), `${JSON.stringify(node)}\n${hogql}`);
      }
    }
    assert.ok(count > 8, `only ${count} questions have a statement`);
  });
}

said.run();
