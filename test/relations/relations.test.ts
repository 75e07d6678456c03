import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { seeds, size } from "../support/rounds.ts";
import { closeAll, DAY_MS, get, isPersonless, NAMES, NOW_MS, post, randomLog, captureLog, toMerge } from "./log.ts";
import type { Sent, LogProject } from "./log.ts";
import {
  NEGATIONS,
  numbersOf,
  randomDays,
  randomFunnel,
  randomLifecycle,
  randomQuestion,
  randomStickiness,
  randomTrend,
  toRange,
  toSeries,
  UNIQUES,
} from "./questions.ts";

// An oracle without a second engine: relations between the answers to two questions, or over two logs, which hold whatever the log
// is. They know nothing of the rules of insights, so that they cannot share a mistake with them.

type Body = Record<string, unknown>;

/** Questions to one log. */
const QUESTIONS = size(6, 20);

const relations = suite("relations that hold for any log");

/** Adds a test that plays random logs. */
function holds(relation: string, play: (random: Random, log: Sent[], story: string) => Promise<void>): void {
  relations(relation, async () => {
    for (const seed of seeds(1, 6)) {
      const random = createRandom(seed, relation.length);
      const log = randomLog(random);
      await play(random, log, `again with --seed ${seed}`);
    }
  });
}

async function ask(project: LogProject, query: Body): Promise<unknown> {
  return (await post(project, "query", { query }))["results"];
}

const told = (story: string, query: Body) => `${story}: ${JSON.stringify(query)}`;

holds("the answers are the same when everything happens some weeks later", async (random, log, story) => {
  const shiftMs = random.pick([7, 28, 70]) * DAY_MS;
  const later = log.map((event) => ({ ...event, timestampMs: event.timestampMs + shiftMs }));
  const now = await captureLog(log);
  const then = await captureLog(later, NOW_MS + shiftMs);
  for (let round = 0; round < QUESTIONS; round++) {
    const query = randomQuestion(random);
    const days = randomDays(random);
    assert.equal(
      numbersOf(await ask(then, { ...query, dateRange: toRange(days, shiftMs) })),
      numbersOf(await ask(now, { ...query, dateRange: toRange(days) })),
      told(story, query),
    );
  }
});

const rename = (id: unknown) => `someone else ${String(id).split("").toReversed().join("")}`;

holds("the answers are the same when ids have other names", async (random, log, story) => {
  const renamed = log.map(({ properties: { alias, ...properties }, ...event }) => ({
    ...event,
    distinct_id: rename(event.distinct_id),
    properties: { ...properties, ...(alias !== undefined && { alias: rename(alias) }) },
  }));
  const one = await captureLog(log);
  const other = await captureLog(renamed);
  for (let round = 0; round < QUESTIONS; round++) {
    const query = { ...randomQuestion(random), dateRange: toRange(randomDays(random)) };
    assert.equal(numbersOf(await ask(other, query)), numbersOf(await ask(one, query)), told(story, query));
  }
});

const dataOf = (results: unknown) => (results as { data: number[] }[]).map(({ data }) => data);

holds("the days of a range are those of its two parts", async (random, log, story) => {
  const project = await captureLog(log);
  for (let round = 0; round < QUESTIONS; round++) {
    const { from, to } = randomDays(random);
    const cut = random.integer(to, from - 1);
    const { breakdownFilter: _, ...trend } = randomTrend(random);
    const query = random.pick<Body>([trend, randomLifecycle(random)]);
    const [whole, first = [], second = []] = await Promise.all(
      [
        { from, to },
        { from, to: cut + 1 },
        { from: cut, to },
      ].map(async (days) => dataOf(await ask(project, { ...query, dateRange: toRange(days) }))),
    );
    assert.equal(
      whole,
      first.map((data, line) => data.concat(second[line] ?? [])),
      told(story, query),
    );
  }
});

holds("a filter and its negation share out the events, and lines of a breakdown too", async (random, log, story) => {
  const project = await captureLog(log);
  const total = async (query: Body) => {
    const results = (await ask(project, query)) as { aggregated_value: number }[];
    return results.reduce((sum, line) => sum + line.aggregated_value, 0);
  };
  for (const [operator, negation, value] of NEGATIONS) {
    const query = {
      kind: "TrendsQuery",
      series: [toSeries(random.pick(NAMES))],
      dateRange: toRange(randomDays(random)),
      trendsFilter: { display: "BoldNumber" },
    };
    const having = (by: string) => total({ ...query, properties: [{ key: "p", type: "event", operator: by, value }] });
    const whole = await total(query);
    assert.is((await having(operator)) + (await having(negation)), whole, `${operator}, ${told(story, query)}`);
    const broken = { ...query, trendsFilter: { display: "ActionsTable" }, breakdownFilter: { breakdown: "p" } };
    assert.is(await total(broken), whole, told(story, broken));
  }
});

holds("merging two persons never raises a number of people", async (random, log, story) => {
  const merges = Array.from({ length: random.integer(1, 3) }, () =>
    toMerge(`u${random.integer(1, 7)}`, `u${random.integer(1, 7)}`, NOW_MS),
  );
  const before = await captureLog(log);
  const after = await captureLog([...log, ...merges]);
  const peopleOf: [query: Body, read: (results: never) => number[]][] = [];
  for (let round = 0; round < QUESTIONS; round++) {
    peopleOf.push(
      [randomTrend(random, UNIQUES), (lines: { label: string; data: number[] }[]) => lines.flatMap(({ data }) => data)],
      [withoutExclusions(randomFunnel(random)), ([first]: { count: number }[]) => [first?.count ?? 0]],
      [randomStickiness(random), ([line]: { count: number }[]) => [line?.count ?? 0]],
    );
  }
  for (const [question, read] of peopleOf) {
    // The lines of a breakdown change their order with their size.
    const query = { ...question, breakdownFilter: undefined, dateRange: toRange(randomDays(random)) };
    const [many, few] = [read((await ask(before, query)) as never), read((await ask(after, query)) as never)];
    assert.ok(
      few.every((count, at) => count <= (many[at] ?? 0)),
      `${many.join()} became ${few.join()}, ${told(story, query)}`,
    );
  }
});

/** Two persons whose attempts are excluded may have one together that is not: its steps lie elsewhere. */
function withoutExclusions(funnel: Body): Body {
  return { ...funnel, funnelsFilter: { ...(funnel["funnelsFilter"] as Body), exclusions: [] } };
}

/** The persons behind the numbers of a question: each number with the node that asks for its persons. */
function behind(random: Random, source: Body, results: unknown): { wanted: number; node: Body }[] {
  const lines = results as { data: number[]; days: unknown[]; status?: string; count: number }[];
  if (source["kind"] === "FunnelsQuery") {
    return lines.flatMap(({ count }, step) => [
      { wanted: count, node: { kind: "FunnelsActorsQuery", source, funnelStep: step + 1 } },
      ...(step === 0
        ? []
        : [
            {
              wanted: (lines[step - 1]?.count ?? 0) - count,
              node: { kind: "FunnelsActorsQuery", source, funnelStep: -step - 1 },
            },
          ]),
    ]);
  }
  return lines.map(({ data, days, status }, line) => {
    const at = random.integer(0, data.length - 1);
    const kind = source["kind"] === "StickinessQuery" ? "StickinessActorsQuery" : "InsightActorsQuery";
    const series = status === undefined ? { series: line } : { status };
    return { wanted: Math.abs(data[at] ?? 0), node: { kind, source, day: days[at], ...series } };
  });
}

holds("the persons behind a number are as many as the number", async (random, log, story) => {
  const project = await captureLog(log.filter((event) => !isPersonless(event)));
  for (let round = 0; round < QUESTIONS; round++) {
    const { breakdownFilter: _, ...trend } = randomTrend(random, UNIQUES);
    const question = random.pick<Body>([
      trend,
      randomFunnel(random),
      randomLifecycle(random),
      randomStickiness(random),
    ]);
    const query = { ...question, dateRange: toRange(randomDays(random)) };
    for (const { wanted, node } of behind(random, query, await ask(project, query))) {
      const people = (await ask(project, { kind: "ActorsQuery", source: node, select: ["id"] })) as unknown[];
      assert.is(people.length, wanted, told(story, node));
    }
  }
});

holds("a question has the same numbers in every dialect", async (random, log, story) => {
  const project = await captureLog(log);
  const bySql = await countBySql(project);
  for (let round = 0; round < QUESTIONS; round++) {
    const node = randomQuestion(random);
    // The older dialect has as many cohorts as intervals, whenever the first of them begins.
    const { date_from: from, ...range } = toRange(randomDays(random));
    const query = { ...node, dateRange: node["kind"] === "RetentionQuery" ? range : { date_from: from, ...range } };
    const results = await ask(project, query);
    const saved = await savedAnswer(project, { query: { kind: "InsightVizNode", source: query } });
    assert.equal(numbersOf(saved), numbersOf(results), `saved, ${told(story, query)}`);
    for (const { counted, wanted } of sqlNumbers(query, results, bySql)) {
      assert.equal(counted, wanted, `in SQL, ${told(story, query)}`);
    }
    const { question } = (await post(project, "query/upgrade", { query })) as { question: Body | null };
    if (question === null) continue;
    const path = { FUNNELS: "funnel", RETENTION: "retention", PATHS: "path" }[String(question["insight"])] ?? "trend";
    const older = (await post(project, `insights/${path}`, question))["result"];
    assert.equal(sizesOf(older), sizesOf(results), told(story, query));
    const savedOlder = await savedAnswer(project, { filters: question });
    assert.equal(sizesOf(savedOlder), sizesOf(results), `saved filters, ${told(story, query)}`);
  }
});

/** Saves an insight, and gives its answer. */
async function savedAnswer(project: LogProject, body: Body): Promise<unknown> {
  const { id } = await post(project, "insights", body);
  return (await get(project, `insights/${Number(id)}/?refresh=blocking`))["result"];
}

/** The numbers of SQL, by `math event day`. */
async function countBySql(project: LogProject): Promise<Map<string, number>> {
  const results = await ask(project, {
    kind: "HogQLQuery",
    query:
      "SELECT event, toString(toDate(timestamp)), count(), uniq(person_id), sum(properties.n) FROM events GROUP BY 1, 2 LIMIT 1000",
  });
  const rows = results as [event: string, day: string, total: number, dau: number, sum: number][];
  return new Map(
    rows.flatMap(([event, day, total, dau, sum]) =>
      Object.entries({ total, dau, sum }).map(([math, number]) => [`${math} ${event} ${day}`, number] as const),
    ),
  );
}

/** The points of a trend that SQL says too: those of series without filters and windows. */
function sqlNumbers(query: Body, results: unknown, bySql: ReadonlyMap<string, number>) {
  const { kind, properties, breakdownFilter, series } = query as { [name: string]: unknown; series: Body[] };
  if (kind !== "TrendsQuery" || (properties as Body[]).length > 0 || breakdownFilter !== undefined) return [];
  const lines = results as { data: number[]; days: string[] }[];
  return series.flatMap(({ event, math }, place) => {
    const { data = [], days = [] } = lines[place] ?? {};
    if (!["total", "dau", "sum"].includes(String(math))) return [];
    return [{ counted: data, wanted: days.map((day) => bySql.get(`${math} ${event} ${day.slice(0, 10)}`) ?? 0) }];
  });
}

/** The numbers that both dialects have; their lines of a breakdown have orders of their own. A retention of the older is a triangle. */
function sizesOf(results: unknown): unknown {
  const lines = results as { data?: number[]; values?: { count: number }[]; count?: number; value?: number }[];
  const sizes = lines.map(
    ({ data, values, count, value }, line) =>
      data ?? values?.slice(0, lines.length - line).map((each) => each.count) ?? count ?? value,
  );
  const isBroken = lines.some((line) => "breakdown_value" in line && line.data !== undefined);
  return isBroken ? sizes.map(String).toSorted() : sizes;
}

relations.after(closeAll);
relations.run();
