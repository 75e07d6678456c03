import type { Candidate, Define } from "./candidate.ts";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { askCase, givenCases, toLines } from "../questions/given-case.ts";
import type { Answered, GivenCase } from "../questions/given-case.ts";

type Fields = Record<string, unknown>;
type Values = string | number | (string | number)[];

/** The steps that a case of a funnel expects (reference/insights.md 16). */
interface ExpectedFunnel {
  error?: boolean;
  result_length?: number;
  steps?: Fields[];
  breakdowns?: { breakdown_value: Values; steps?: Fields[]; step_count?: number }[];
  breakdown_values_unordered?: Values[];
}

interface ExpectedTrend {
  period_count?: number;
  periods?: ({ index: number } & Fields)[];
  series_count?: number;
  series?: { index: number; count?: number; data: number[] }[];
}

type Step = Fields & { breakdown_value?: Values };

interface Defining {
  test: Define;
  options: Candidate["options"];
}

/**
 * The given cases state what the original's query class gives, which the parameters of a case went into directly: it has a
 * plain breakdown as a list, and a view of its own for each insight.
 */
function defineCases<Expected extends { error?: boolean }>(
  { test, options }: Defining,
  insight: string,
  view: Fields,
  compare: (answered: Answered, expected: Expected, one: GivenCase<Expected>) => void,
): void {
  for (const one of givenCases<Expected>(insight)) {
    test(`given ${insight} ${one.id}: ${one.note ?? ""}`, async () => {
      const { post, get, inProcess } = await askCase({ ...one, query: { ...one.query, ...view } }, "funnel", options);
      const isError = one.expected.error === true;
      for (const { status, body } of [post, inProcess]) {
        assert.is(status, isError ? 400 : 200, JSON.stringify(body).slice(0, 300));
        if (isError) assert.is(body["type"], "validation_error");
      }
      if (!isError) for (const answered of [post, inProcess]) compare(answered, one.expected, one);
      assert.equal(get.body.result, post.body.result);
      const isFresh = isError || one.query["refresh"] !== undefined;
      if (!isFresh) assert.is(get.body["is_cached"], true, "asked again, it is answered from the cache");
    });
  }
}

function compareSteps(steps: readonly Step[], expected: readonly Fields[]): void {
  for (const facts of expected) {
    const step = steps.find(({ order }) => order === facts["order"]);
    for (const [name, fact] of Object.entries(facts)) assert.equal(step?.[name], fact, `${name} of ${facts["order"]}`);
  }
}

function boxed(value: Values | undefined): Values[] | Values {
  return Array.isArray(value) ? value : [value ?? "nothing"];
}

type Trend = Record<"data" | "reached_from_step_count" | "reached_to_step_count", number[]> & {
  count: number;
  days: string[];
};

interface ExpectedPeople {
  error?: boolean;
  count?: number;
  distinct_ids?: string[];
  includes_distinct_ids?: string[];
}

interface PeopleCase extends GivenCase<ExpectedPeople> {
  of: string;
}

/** The people that a case names, requested by POST and by GET. */
async function askPeople(one: PeopleCase, options: Candidate["options"]): Promise<{ post: Response; get: Response }> {
  await using hoglet = await createHoglet({ now: one.now, ...options });
  await hoglet.import(toLines(one), { persons: "given" });
  const url = `http://hoglet.test/api/projects/${hoglet.project.id}/persons/funnel/`;
  const headers = { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" };
  const fields = Object.entries(one.query).map(([name, value]): [string, string] => [
    name,
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ]);
  return {
    post: await hoglet.fetch(url, { method: "POST", headers, body: JSON.stringify(one.query) }),
    get: await hoglet.fetch(`${url}?${new URLSearchParams(fields)}`, { headers }),
  };
}

/** The given cases of funnels in their three views, and of the people behind them. */
export function conformToGivenFunnels(test: Define, { options }: Candidate): void {
  const defining = { test, options };
  defineCases<ExpectedFunnel>(defining, "funnel", {}, ({ body }, expected, { query }) => {
    const { steps, breakdowns = [], result_length: length, breakdown_values_unordered: values } = expected;
    if (length !== undefined) assert.is(body.result.length, length);
    if (steps !== undefined) compareSteps(body.result, steps);
    const lines = body.result as unknown as Step[][];
    const isPlain = typeof query["breakdown"] === "string";
    for (const { breakdown_value: value, steps: wanted = [], step_count: count } of breakdowns) {
      const line = lines.find(
        ([first]) => JSON.stringify(boxed(first?.breakdown_value)) === JSON.stringify(boxed(value)),
      );
      assert.ok(
        line,
        `a line of ${JSON.stringify(value)} in ${JSON.stringify(lines.map(([first]) => first?.breakdown_value))}`,
      );
      if (query["breakdown_type"] !== "cohort") assert.is(Array.isArray(line?.[0]?.breakdown_value), !isPlain);
      compareSteps(line ?? [], wanted);
      if (count !== undefined) assert.is(line?.length, count);
    }
    if (values === undefined) return;
    const found = lines.map(([first]) => JSON.stringify(boxed(first?.breakdown_value)));
    assert.equal(found.toSorted(), values.map((value) => JSON.stringify(boxed(value))).toSorted());
  });
  defineCases<ExpectedTrend & { error?: boolean }>(defining, "funnel_trends", {}, ({ body }, expected) => {
    const lines = body.result as unknown as Trend[];
    const [line] = lines;
    const { period_count: periodCount, periods = [], series_count: seriesCount, series = [] } = expected;
    if (periodCount !== undefined) assert.equal([line?.count, line?.days.length], [periodCount, periodCount]);
    for (const { index, ...facts } of periods) {
      const actual: Fields = {
        reached_from_step_count: line?.reached_from_step_count[index],
        reached_to_step_count: line?.reached_to_step_count[index],
        conversion_rate: line?.data[index],
        timestamp: `${line?.days[index]}T00:00:00Z`,
      };
      for (const [name, fact] of Object.entries(facts)) assert.equal(actual[name], fact, `${name} of period ${index}`);
    }
    if (seriesCount !== undefined) assert.is(lines.length, seriesCount);
    for (const { index, count, data } of series) {
      assert.equal(lines[index]?.data, data);
      if (count !== undefined) assert.is(lines[index]?.count, count);
    }
  });
  defineCases<{ error?: boolean }>(
    defining,
    "funnel_time_to_convert",
    { funnel_viz_type: "time_to_convert" },
    ({ body }, expected) => {
      assert.equal(body.result, expected);
    },
  );

  for (const one of givenCases<ExpectedPeople>("persons") as PeopleCase[]) {
    if (one.of !== "funnel" && one.of !== "funnel_trends") continue;
    test(`given people behind funnels ${one.id}: ${one.note ?? ""}`, async () => {
      const { post, get } = await askPeople(one, options);
      const { error, count, distinct_ids: ids, includes_distinct_ids: some = [] } = one.expected;
      const body = (await post.json()) as { results: { people: { distinct_ids: string[] }[]; count: number }[] };
      assert.is(post.status, error === true ? 400 : 200, JSON.stringify(body).slice(0, 300));
      if (error === true) return;
      const [page] = body.results;
      const firstIds = (page?.people ?? []).map(({ distinct_ids: [first = ""] }) => first);
      if (count !== undefined) assert.equal([page?.count, firstIds.length], [count, count]);
      if (ids !== undefined) assert.equal(firstIds.toSorted(), ids.toSorted());
      for (const id of some) assert.ok(firstIds.includes(id), id);
      assert.equal(((await get.json()) as typeof body).results, body.results);
    });
  }
}
