import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { build, loadBuilt } from "./insights/built.ts";
import { makeDataset } from "./insights/dataset.ts";
import { FIRST_DAY, LAST_DAY, NOW, PAGEVIEW } from "./insights/world.ts";
import { count, median } from "./measure.ts";

/** Times of the plain question that a breakdown by coalesce of one property may take. */
const GOAL = 1.5;

const RANGE = { date_from: FIRST_DAY, date_to: LAST_DAY, interval: "day" } as const;
const BREAKDOWN = { breakdown: "utm_source" };
const FILTER = { properties: [{ key: "$browser", value: "Chrome", operator: "exact", type: "event" }] };
const byExpression = (breakdown: string) => ({ breakdown, breakdown_type: "hogql" });
const where = (key: string) => ({ properties: [{ key, type: "hogql" }] });

/** Questions, each with the plain one that it is compared with. */
const ASKED = [
  ["breakdown by coalesce of a property", byExpression("coalesce(properties.utm_source, 'None')"), BREAKDOWN],
  [
    "breakdown by if of two properties",
    byExpression("if(properties.$browser = 'Chrome', properties.utm_source, 'x')"),
    BREAKDOWN,
  ],
  ["filter by an expression", where("lower(properties.$browser) = 'chrome'"), FILTER],
] as const;

/**
 * The cost of an expression in a trend: CPU milliseconds of a question with it, and of the plain one, computed in turn, over `--events`
 * (a million). `--rounds`, `--built`.
 */
export async function benchExpressions(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      events: { type: "string", default: "1000000" },
      rounds: { type: "string", default: "40" },
      built: { type: "boolean", default: false },
    },
  });
  if (!flags.built) await build();
  const { createHoglet } = await loadBuilt();
  await using hoglet = await createHoglet({ now: NOW });
  await hoglet.import(readFileSync(makeDataset(Number(flags.events), 1).ndjson, "utf8").split("\n"));
  const ask = async (part: object) => {
    const start = process.cpuUsage();
    await hoglet.insights.trend({ ...RANGE, events: [{ id: PAGEVIEW }], ...part, refresh: true });
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  process.stdout.write(
    `CPU ms a question over ${count(Number(flags.events))} events, medians of ${flags.rounds} rounds in turn\n\n` +
      "| question | plain | with the expression | ratio | goal |\n| --- | ---: | ---: | ---: | --- |\n",
  );
  for (const [title, own, plain] of ASKED) {
    const times = { own: [] as number[], plain: [] as number[] };
    for (let round = -10; round < Number(flags.rounds); round++) {
      const [first, second] = [await ask(plain), await ask(own)];
      if (round < 0) continue;
      times.plain.push(first);
      times.own.push(second);
    }
    const ratio = median(times.own) / median(times.plain);
    const goal = title === ASKED[0][0] ? (ratio <= GOAL ? "met" : "MISSED") : "";
    const cells = [median(times.plain), median(times.own), ratio].map((ms) => ms.toFixed(2));
    process.stdout.write(`| ${[title, ...cells, goal].join(" | ")} |\n`);
  }
}
