import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { isAll } from "../support/rounds.ts";

// A property may have any name. Each name is that of one event's property, with the value "yes", and of its person's.

const NAMES = [
  "[0]",
  "a.b",
  String.raw`a\b`,
  String.raw`a\nb`,
  "a\nb",
  "value",
  "😀",
  "k".repeat(200),
  "a`b",
  "a'b",
  'a"b',
  "\\`",
  " a  b ",
  "$x",
  "1st",
  "SELECT",
  "properties",
  "{x}",
  "%",
  "a--b",
  "a/*b",
  "ä",
  "__proto__",
  "constructor",
];

const escaped = (name: string, quote: string) =>
  quote +
  name
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", String.raw`\n`)
    .replaceAll(quote, `\\${quote}`) +
  quote;

/** The ways to write a name: in backticks, in brackets, and as an argument. */
const FORMS: Record<string, (name: string) => string> = {
  backticks: (name) => `properties.${escaped(name, "`")}`,
  brackets: (name) => `properties[${escaped(name, "'")}]`,
  JSON: (name) => `JSONExtractString(properties, ${escaped(name, "'")})`,
};

type Answer = { results: { breakdown_value?: unknown; count: number }[] };

async function trend(hoglet: Hoglet, node: object): Promise<Answer["results"]> {
  const { results } = await hoglet.ask({ kind: "TrendsQuery", series: [{ event: "a" }], ...node });
  return results as unknown as Answer["results"];
}

const isYes = (lines: Answer["results"]) => lines.some((line) => line.breakdown_value === "yes" && line.count === 1);

/** Questions with an expression, and whether the answer is about the one event that has the value. */
const USES: Record<string, (hoglet: Hoglet, expression: string) => Promise<boolean>> = {
  SELECT: async (hoglet, own) => {
    const { columns, results } = await hoglet.query(`SELECT ${own} AS v, ${own} FROM events WHERE ${own} = 'yes'`);
    return columns[0] === "v" && JSON.stringify(results) === '[["yes","yes"]]';
  },
  "GROUP BY": async (hoglet, own) => {
    const { results } = await hoglet.query(`SELECT ${own}, count() FROM events GROUP BY ${own} ORDER BY ${own} DESC`);
    return results.some(([value, count]) => value === "yes" && count === 1);
  },
  "ORDER BY": async (hoglet, own) => {
    const { results } = await hoglet.query(`SELECT ${own} FROM events ORDER BY ${own} DESC LIMIT 1`);
    return results[0]?.[0] === "yes";
  },
  EventsQuery: async (hoglet, own) => {
    const node = { kind: "EventsQuery" as const, select: [own], where: [`${own} = 'yes'`], orderBy: [own] };
    const { columns, results } = await hoglet.ask(node);
    return columns[0] === own && JSON.stringify(results) === '[["yes"]]';
  },
  "a filter": async (hoglet, own) =>
    (await trend(hoglet, { properties: [{ type: "hogql", key: `${own} = 'yes'` }] }))[0]?.count === 1,
  "a filter of an expression": async (hoglet, own) =>
    (await trend(hoglet, { properties: [{ type: "hogql", key: `upper(${own}) = 'YES'` }] }))[0]?.count === 1,
  "a breakdown": async (hoglet, own) =>
    isYes(await trend(hoglet, { breakdownFilter: { breakdown: own, breakdown_type: "hogql" } })),
  "math: hogql": async (hoglet, own) => {
    const series = [{ event: "a", math: "hogql", math_hogql: `countIf(${own} = 'yes')` }];
    return (await trend(hoglet, { series }))[0]?.count === 1;
  },
  "a funnel": async (hoglet, own) => {
    const funnelsFilter = { funnelAggregateByHogQL: own };
    const { results } = await hoglet.ask({ kind: "FunnelsQuery", series: [{ event: "a" }], funnelsFilter });
    return (results as { count: number }[])[0]?.count === 1;
  },
  paths: async (hoglet, own) => {
    const pathsFilter = { includeEventTypes: ["hogql"], pathsHogQLExpression: own, startPoint: "yes" };
    const { results } = await hoglet.ask({ kind: "PathsQuery", pathsFilter });
    return results.length === 1;
  },
};

/** Questions with the name alone. */
const PLAIN: Record<string, (hoglet: Hoglet, name: string) => Promise<boolean>> = {
  "a filter": async (hoglet, key) =>
    (await trend(hoglet, { properties: [{ type: "event", key, value: "yes" }] }))[0]?.count === 1,
  "a breakdown": async (hoglet, breakdown) => isYes(await trend(hoglet, { breakdownFilter: { breakdown } })),
  "a breakdown by the person": async (hoglet, breakdown) =>
    isYes(await trend(hoglet, { breakdownFilter: { breakdown, breakdown_type: "person" } })),
  "a list of persons": async (hoglet, key) =>
    (await hoglet.persons.list({ properties: [{ type: "person", key, value: "yes" }] })).results.length === 1,
};

async function openWorld() {
  const hoglet = await createHoglet({ now: "2024-03-09T12:00:00Z" });
  await hoglet.capture(
    NAMES.flatMap((name, index) => [
      {
        event: "a",
        distinct_id: `u${index}`,
        timestamp: "2024-03-09T10:00:00Z",
        properties: { ...own(name), $set: own(name) },
      },
      { event: "b", distinct_id: `u${index}`, timestamp: "2024-03-09T10:01:00Z", properties: { [name]: "no" } },
    ]),
  );
  return hoglet;
}

/** An own member even of the name `__proto__`. */
const own = (name: string): Record<string, string> => Object.fromEntries([[name, "yes"]]);

/** In the quick run a third of them, another third for another use. */
const namesOf = (use: string) => NAMES.filter((_, index) => isAll || index % 3 === use.length % 3);

const odd = suite("odd names of properties");

for (const [use, ask] of Object.entries(USES)) {
  odd(`are taken as they are in ${use}`, async () => {
    await using hoglet = await openWorld();
    for (const [form, write] of Object.entries(FORMS))
      for (const name of namesOf(use + form))
        assert.ok(await ask(hoglet, write(name)), `${form}, ${JSON.stringify(name)}`);
  });
}

for (const [use, ask] of Object.entries(PLAIN)) {
  odd(`are taken as they are in ${use}, without HogQL`, async () => {
    await using hoglet = await openWorld();
    for (const name of NAMES) assert.ok(await ask(hoglet, name), JSON.stringify(name));
  });
}

odd("name the columns of answers as PostHog names them: the member, whatever is in it", async () => {
  await using hoglet = await openWorld();
  for (const name of NAMES) {
    for (const form of ["backticks", "brackets"]) {
      const { columns } = await hoglet.query(`SELECT ${FORMS[form]?.(name)} FROM events LIMIT 1`);
      assert.equal(columns, [name]);
    }
  }
});

odd.run();
