import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** `--minutes` changes it. */
const MINUTES = 3;
const EVENTS = 50_000;

/**
 * Events of one capture: enough for a run to fill several blocks (65,536 events), since the columns of the tail grow
 * up to that.
 */
const BATCH = 10;

/** The share by which memory may grow from the second to the last third of a run and still count as constant. */
const PLATEAU_SHARE = 0.1;

/**
 * Rounds of one capture of 10 events and one question over a file of 50,000 events, as many as fit into the time: the most memory
 * of the process in each half minute, and whether it has stopped growing.
 */
export async function benchSoak(args: string[]): Promise<void> {
  const given = args.indexOf("--minutes");
  const minutes = given === -1 ? MINUTES : Number(args[given + 1]);
  const folder = tempFolder();
  const hoglet = await createHoglet({ file: folder.file("a.db") });
  for (let at = 0; at < EVENTS; at += 1000) await hoglet.capture(Array.from({ length: 1000 }, (_, n) => event(at + n)));
  const endMs = performance.now() + minutes * 60_000;
  const rss: number[] = [];
  let rounds = 0;
  let most = 0;
  for (let nextMs = performance.now() + 30_000; performance.now() < endMs; rounds++) {
    await hoglet.capture(Array.from({ length: BATCH }, (_, n) => event(EVENTS + rounds * BATCH + n)));
    await hoglet.insights.trend({ events: [{ id: "visit" }], breakdown: "plan", date_from: "-7d" });
    most = Math.max(most, process.memoryUsage.rss() / 1e6);
    if (performance.now() < nextMs) continue;
    nextMs += 30_000;
    rss.push(most);
    process.stdout.write(`${String(rounds).padStart(8)} rounds  RSS ${most.toFixed(0).padStart(5)} MB at most\n`);
    most = 0;
  }
  await hoglet.close();
  folder.remove();
  const third = Math.floor(rss.length / 3);
  if (third === 0) return void process.stdout.write("Too short to tell whether memory grows.\n");
  const [before, last] = [Math.max(...rss.slice(-2 * third, -third)), Math.max(...rss.slice(-third))];
  const isPlateau = last <= before * (1 + PLATEAU_SHARE);
  process.stdout.write(
    `${isPlateau ? "A plateau" : "Growing"}: at most ${last.toFixed(0)} MB in the last third, ${before.toFixed(0)} MB in the third before.\n`,
  );
}

function event(n: number) {
  return { event: "visit", distinct_id: `u${n % 5000}`, properties: { plan: `p${n % 5}`, page: `/${n % 300}` } };
}
