/**
 * Captures numbered events into a file and copies it meanwhile, for a drill that kills it: `file to first`. Prints a line for each commit
 * (`stored 14`), and for each copy the events that were stored when it began (`copying 14`) and its end (`copied <time>`).
 */
import { createHoglet } from "../../lib/index.ts";
import { drillEvents, DRILL_BATCH, DRILL_TIME } from "./drill-events.ts";

const [file, to, first] = process.argv.slice(2);
if (file === undefined || to === undefined) throw new Error("expected a file and a place");
const say = (line: string) => process.stdout.write(`${line}\n`);
const hoglet = await createHoglet({ file, now: DRILL_TIME, deletionCron: "", copies: { to } });
let stored = Number(first);

async function capture(): Promise<never> {
  for (;;) {
    await hoglet.capture(drillEvents(stored));
    stored += DRILL_BATCH;
    say(`stored ${stored}`);
  }
}

async function copy(): Promise<never> {
  for (;;) {
    say(`copying ${stored}`);
    try {
      say(`copied ${(await hoglet.copies.now()).at}`);
    } catch (error) {
      say(`failed ${(error as Error).message}`);
    }
  }
}

await Promise.all([capture(), copy()]);
