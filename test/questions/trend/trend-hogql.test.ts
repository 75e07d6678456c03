import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import type { Random } from "../../../fixtures/random.ts";
import type { TrendsQueryNode } from "../../../lib/questions/trend/node.ts";
import { rounds, seeds, whenAll } from "../../support/rounds.ts";
import { ask, DAY_MS, dayOf, FIRST_MS, openStory, randomFilter, widthOf } from "../statement-story.ts";

// A statement of HogQL in an answer has the numbers of the answer: both are asked over random stories.

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
      ...(random.chance(0.4) ? [{ kind: "EventsNode", event: "b", ...random.pick([{}, { math: "dau" }]) }] : []),
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
      ...(random.chance(0.3) && { formula: random.pick(["A * 2", "1 / A + 0.5", "-A / 3", "A ^ 2 - 1"]) }),
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

type Lines = {
  breakdown_value?: unknown;
  data?: number[];
  aggregated_value?: number;
  days?: string[];
  order: number;
}[];

/** The numbers of the answer, as `series value day number`; those that are 0 are left out. @param width characters of a day, or of an hour */
function ofAnswer(lines: Lines, width: number): string[] {
  return lines.flatMap(({ breakdown_value: value, data, days = [], aggregated_value: whole, order }) => {
    const points = data?.length
      ? data.map((number, at) => [days[at]?.slice(0, width).replace(" ", "T"), number])
      : [["", whole]];
    return points.flatMap(([day, number]) => (number === 0 ? [] : [`${order} ${toText(value, day, number)}`]));
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
  whenAll(said)(`has the numbers of the answer over a random story, seed ${seed}`, async () => {
    const random = createRandom(seed);
    let count = 0;
    for (let story = 0; story < rounds(2, 4); story++) {
      await using hoglet = await openStory(random);
      for (let round = 0; round < rounds(15, 20); round++) {
        const node = randomNode(random);
        const { results, hogql } = await hoglet.ask(node);
        if (hogql === null) continue;
        count++;
        const width = widthOf(node.interval);
        const found = (await ask(hoglet, hogql)).flatMap((row) => {
          const bucket = ["hour", "day", "week", "month"].find((name) => Object.hasOwn(row, name));
          const day = bucket === undefined ? "" : String(row[bucket]).slice(0, width);
          const order = Number(row["series"] ?? 1) - 1;
          return row["total"] === 0 ? [] : [`${order} ${toText(row["value"], day, row["total"])}`];
        });
        const wanted = ofAnswer(results as unknown as Lines, width);
        assert.equal(found.toSorted(), wanted.toSorted(), `${JSON.stringify(node)}\n${hogql}`);
      }
    }
    assert.ok(count > 8, `only ${count} questions have a statement`);
  });
}

said.run();
