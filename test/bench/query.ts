import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Hoglet } from "../../lib/index.ts";
import { filtersToNode } from "../../lib/questions/index.ts";
import { build, loadBuilt } from "./insights/built.ts";
import { makeDataset } from "./insights/dataset.ts";
import { findQuestion } from "./insights/questions/index.ts";
import { NOW } from "./insights/world.ts";
import { count, median } from "./measure.ts";

/** The most that a question may cost by `query/` more than by `insights/`. */
const GOAL_MS = 0.3;

/** Askings of which one time is taken: more than the clock of the CPU, which ticks in microseconds, needs. */
const BATCH = 5;

/** Questions, each with its path below `insights/` and the name of its kind there. */
const ASKED = [
  { id: "daily-count", path: "trend", insight: "TRENDS" },
  { id: "filter-breakdown", path: "trend", insight: "TRENDS" },
  { id: "lifecycle", path: "trend", insight: "LIFECYCLE" },
  { id: "stickiness", path: "trend", insight: "STICKINESS" },
  { id: "retention", path: "retention", insight: "RETENTION" },
  { id: "funnel", path: "funnel", insight: "FUNNELS" },
  { id: "funnel-breakdown", path: "funnel", insight: "FUNNELS" },
  { id: "paths", path: "path", insight: "PATHS" },
] as const;

/**
 * The cost of `query/` over `insights/…`: CPU milliseconds of the same question by both, in turn, from the request's bytes to the
 * answer's, over few events (`--events`, 2000), where counting takes least; answered from memory, and computed. The last column
 * holds the difference against the goal. `--rounds`, `--built`.
 */
export async function benchQuery(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      events: { type: "string", default: "2000" },
      rounds: { type: "string", default: "60" },
      built: { type: "boolean", default: false },
    },
  });
  if (!flags.built) await build();
  const { createHoglet } = await loadBuilt();
  await using hoglet = await createHoglet({ now: NOW });
  await hoglet.import(readFileSync(makeDataset(Number(flags.events), 1).ndjson, "utf8").split("\n"));
  process.stdout.write(
    `CPU ms a question over ${count(Number(flags.events))} events, medians of ${flags.rounds} rounds of ${BATCH}\n\n` +
      "| question | computed: filters | query | more | from memory: filters | query | more | goal |\n" +
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n",
  );
  for (const asked of ASKED) process.stdout.write(`${await toRow(hoglet, asked, Number(flags.rounds))}\n`);
}

async function toRow(hoglet: Hoglet, { id, path, insight }: (typeof ASKED)[number], rounds: number): Promise<string> {
  const { title, query } = findQuestion(id);
  const filters = path === "trend" ? { ...query, insight } : query;
  const node = filtersToNode({ ...query, insight });
  const computed = await compare(
    () => post(hoglet, `insights/${path}/`, { ...filters, refresh: true }),
    () => post(hoglet, "query/", { query: node, refresh: "force_blocking" }),
    rounds,
  );
  const kept = await compare(
    () => post(hoglet, `insights/${path}/`, filters),
    () => post(hoglet, "query/", { query: node }),
    rounds,
  );
  const cells = [computed, kept].flatMap(({ old, own }) => [old, own, own - old].map((ms) => ms.toFixed(2)));
  const isMet = [computed, kept].every(({ old, own }) => own - old < GOAL_MS);
  return `| ${[title, ...cells, isMet ? "met" : "MISSED"].join(" | ")} |`;
}

type Ask = () => Promise<void>;

async function compare(askOld: Ask, askOwn: Ask, rounds: number): Promise<{ old: number; own: number }> {
  const times = { old: [] as number[], own: [] as number[] };
  // Compiled code first: the first rounds do not count.
  for (let round = -10; round < rounds; round++) {
    const old = await cpuMs(askOld);
    const own = await cpuMs(askOwn);
    if (round < 0) continue;
    times.old.push(old);
    times.own.push(own);
  }
  return { old: median(times.old), own: median(times.own) };
}

/** CPU milliseconds of an asking. */
async function cpuMs(ask: Ask): Promise<number> {
  const start = process.cpuUsage();
  for (let time = 0; time < BATCH; time++) await ask();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / BATCH;
}

async function post(hoglet: Hoglet, rest: string, body: unknown): Promise<void> {
  const response = await hoglet.fetch(`http://hoglet.test/api/projects/${hoglet.project.id}/${rest}`, {
    method: "POST",
    headers: { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${rest}: ${response.status} ${text.slice(0, 300)}`);
}
