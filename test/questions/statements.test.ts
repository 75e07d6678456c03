import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { rounds, seeds } from "../support/rounds.ts";
import { ask, DAY_MS, dayOf, FIRST_MS, openStory, randomFilter, widthOf } from "./statement-story.ts";

// Statements of HogQL in answers of lifecycles and stickiness have the numbers of the answers. Those of trends: trend/trend-hogql.test.ts.

function randomQuestion(random: Random) {
  const from = FIRST_MS + random.integer(0, 40) * DAY_MS;
  const until = from + random.integer(0, 25) * DAY_MS;
  return {
    series: [
      {
        kind: "EventsNode" as const,
        event: random.pick(["a", "it's", null]),
        ...(random.chance(0.3) && { properties: [randomFilter(random)] }),
      },
    ],
    interval: random.pick(["hour", "day", "day", "week", "month"] as const),
    dateRange: { date_from: dayOf(from), date_to: dayOf(until) },
    ...(random.chance(0.2) && { properties: [randomFilter(random)] }),
  } as object;
}

type Line = { status?: string; days: (string | number)[]; data: number[] };

const said = suite("the SQL of an answer");

for (const seed of seeds(1, 4)) {
  said(`has the numbers of a lifecycle, seed ${seed}`, async () => {
    const random = createRandom(seed);
    let count = 0;
    for (let story = 0; story < rounds(2, 4); story++) {
      await using hoglet = await openStory(random);
      for (let round = 0; round < rounds(12, 20); round++) {
        const node = { kind: "LifecycleQuery" as const, ...randomQuestion(random) } as never;
        const answer = (await hoglet.ask(node)) as unknown as { results: Line[]; hogql: string | null };
        if (answer.hogql === null) continue;
        count++;
        const width = widthOf((node as { interval: string }).interval);
        const rows = (await ask(hoglet, answer.hogql)).map((row) => {
          const bucket = ["hour", "day", "week", "month"].find((name) => Object.hasOwn(row, name)) ?? "";
          return `${String(row["status"])} ${String(row[bucket]).slice(0, width)} ${String(row["total"])}`;
        });
        const wanted = answer.results.flatMap(({ status, days, data }) =>
          data.flatMap((number, at) =>
            number === 0 ? [] : [`${status} ${String(days[at]).slice(0, width).replace(" ", "T")} ${number}`],
          ),
        );
        assert.equal(rows.toSorted(), wanted.toSorted(), `${JSON.stringify(node)}\n${answer.hogql}`);
      }
    }
    assert.ok(count > 8, `only ${count} questions have a statement`);
  });

  said(`has the numbers of a stickiness, seed ${seed}`, async () => {
    const random = createRandom(seed);
    let count = 0;
    for (let story = 0; story < rounds(2, 4); story++) {
      await using hoglet = await openStory(random);
      for (let round = 0; round < rounds(12, 20); round++) {
        const node = { kind: "StickinessQuery" as const, ...randomQuestion(random) } as never;
        const answer = (await hoglet.ask(node)) as unknown as { results: Line[]; hogql: string | null };
        if (answer.hogql === null) continue;
        count++;
        const rows = (await ask(hoglet, answer.hogql)).map((row) => Object.values(row).map(Number));
        const [line] = answer.results;
        const wanted = (line?.data ?? []).flatMap((number, at) => (number === 0 ? [] : [[at + 1, number]]));
        assert.equal(rows, wanted, `${JSON.stringify(node)}\n${answer.hogql}`);
      }
    }
    assert.ok(count > 8, `only ${count} questions have a statement`);
  });
}

const ABSENT: [why: string, node: object][] = [
  ["a criterion", { kind: "StickinessQuery", stickinessFilter: { stickinessCriteria: { operator: "gte", value: 2 } } }],
  ["several intervals as one", { kind: "StickinessQuery", intervalCount: 2 }],
  ["groups", { kind: "LifecycleQuery", aggregation_group_type_index: 0 }],
  ["smoothed points", { kind: "TrendsQuery", trendsFilter: { smoothingIntervals: 2 } }],
  [
    "medians",
    { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "a", math: "median", math_property: "n" }] },
  ],
];

for (const [why, node] of ABSENT) {
  said(`is absent for ${why}`, async () => {
    await using hoglet = await openStory(createRandom(1));
    const dateRange = { date_from: "2024-03-01", date_to: "2024-04-01" };
    const answer = await hoglet.ask({ series: [{ kind: "EventsNode", event: "a" }], dateRange, ...node } as never);
    assert.is((answer as { hogql: string | null }).hogql, null);
  });
}

said.run();
