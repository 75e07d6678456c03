import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Hoglet } from "../../lib/index.ts";
import { filtersToNode } from "../../lib/questions/index.ts";
import { build, loadBuilt } from "./insights/built.ts";
import { makeDataset } from "./insights/dataset.ts";
import { importProduct } from "./insights/import-product.ts";
import { findQuestion } from "./insights/questions/index.ts";
import { LAST_DAY, NOW } from "./insights/world.ts";
import { count, median } from "./measure.ts";

const ASKED = [
  { id: "daily-count", insight: "TRENDS" },
  { id: "daily-uniques", insight: "TRENDS" },
  { id: "filter-breakdown", insight: "TRENDS" },
  { id: "lifecycle", insight: "LIFECYCLE" },
  { id: "stickiness", insight: "STICKINESS" },
  { id: "retention", insight: "RETENTION" },
  { id: "funnel", insight: "FUNNELS" },
] as const;

/** Events of a commit. */
const MANY = 1000;

/** Longer than the rest of a question after an answer, in ms: then the next commit is answered at once. */
const REST_MS = 1500;

type Time = { ms: number; cpuMs: number };

/**
 * Watched questions over `--events` events (1 M): the time from a commit to the answer that counts it, and the processor time of all
 * threads in it, for a commit of one event and of 1,000, beside asking as a whole. Medians of `--rounds` (7). `--reuse`, `--built`.
 */
export async function benchWatch(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      events: { type: "string", default: "1000000" },
      rounds: { type: "string", default: "7" },
      reuse: { type: "boolean", default: false },
      built: { type: "boolean", default: false },
    },
  });
  if (!flags.built) await build();
  for (const events of flags.events.split(",").map(Number)) {
    const dataset = makeDataset(events, 1);
    const file = join(dataset.folder, "watched");
    if (!flags.reuse) for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
    if (!existsSync(file)) await importProduct(dataset.ndjson, file);
    const { createHoglet } = await loadBuilt();
    await using hoglet = await createHoglet({ file, now: NOW, deletionCron: "" });
    process.stdout.write(
      `\n${count(events)} events; ms and, in brackets, CPU ms\n\n` +
        "| question | asked as a whole | after 1 event | after 1,000 | µs an event |\n| --- | ---: | ---: | ---: | ---: |\n",
    );
    // Watching alone does not keep the process alive.
    const alive = setInterval(() => {}, 60_000);
    for (const asked of ASKED) process.stdout.write(`${await toRow(hoglet, asked, Number(flags.rounds))}\n`);
    clearInterval(alive);
  }
}

async function toRow(hoglet: Hoglet, { id, insight }: (typeof ASKED)[number], rounds: number): Promise<string> {
  const { title, query } = findQuestion(id);
  const node = filtersToNode({ ...query, insight }) as never;
  const names = ((query as { events?: { id: string }[] }).events ?? []).map((entity) => entity.id);
  const { results } = await hoglet.query("select distinct_id from events limit 999");
  const ids = results.map(([known]) => String(known));
  const whole: Time[] = [];
  for (let round = 0; round < rounds; round++) whole.push(await timed(() => hoglet.ask(node, { refresh: true })));
  let wake: (() => void) | undefined;
  const watching = await hoglet.watch(node, () => wake?.());
  const afterOf = async (events: number, round: number): Promise<Time> => {
    await sleep(REST_MS);
    const batch = Array.from({ length: events }, (_, at) => ({
      event: names[at % names.length] ?? "$pageview",
      // One new person, so that every answer changes.
      properties: { $browser: "Chrome", utm_source: "newsletter" },
      distinct_id: at === 0 ? `${id} ${events} ${round} ${process.pid}` : (ids[at] ?? "u"),
      timestamp: `${LAST_DAY}T12:00:00Z`,
    }));
    const answered = new Promise<void>((resolve) => (wake = resolve));
    await hoglet.capture(batch);
    return timed(() => answered);
  };
  const [one, many]: [Time[], Time[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    one.push(await afterOf(1, round));
    many.push(await afterOf(MANY, round));
  }
  watching.close();
  const perEvent = ((middle(many).cpuMs - middle(one).cpuMs) / (MANY - 1)) * 1000;
  return `| ${title} | ${tell(whole)} | ${tell(one)} | ${tell(many)} | ${perEvent.toFixed(1)} |`;
}

async function timed(run: () => Promise<unknown>): Promise<Time> {
  const [start, cpuStart] = [performance.now(), process.cpuUsage()];
  await run();
  const { user, system } = process.cpuUsage(cpuStart);
  return { ms: performance.now() - start, cpuMs: (user + system) / 1000 };
}

function middle(times: readonly Time[]): Time {
  return { ms: median(times.map(({ ms }) => ms)), cpuMs: median(times.map(({ cpuMs }) => cpuMs)) };
}

function tell(times: readonly Time[]): string {
  const { ms, cpuMs } = middle(times);
  return `${ms.toFixed(1)} (${cpuMs.toFixed(1)})`;
}
