import { spawn } from "node:child_process";
import { once } from "node:events";
import { createHoglet } from "../../lib/index.ts";
import { WITH_BUILT_LIBRARY, builtCommand } from "../support/command.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { count, median, range } from "./measure.ts";

const PROCESSES = [1, 2, 4];
const ROUNDS = 3;
const SECONDS = 5;

/** Events of a request: as a browser sends them, and as a server does. */
const SIZES = [1, 100];

/**
 * Events per second that 1, 2 and 4 processes store in one file together, as with `cluster` or PM2: each sends requests to its own
 * hoglet, eight at a time. The numbers of processes take turns; a ratio is to one process in the same round.
 */
export async function benchProcesses(): Promise<void> {
  builtCommand();
  for (const size of SIZES) {
    const rates = new Map<number, number[]>(PROCESSES.map((processes) => [processes, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [processes, found] of rates) found.push(await storedPerSecond(processes, size));
    }
    const alone = rates.get(1) ?? [];
    for (const [processes, found] of rates) {
      const ratios = found.map((rate, round) => rate / (alone[round] ?? 0));
      process.stdout.write(
        `requests of ${size}, ${processes} processes: ${count(median(found))} events/s, ${range(ratios)} of one\n`,
      );
    }
  }
}

async function storedPerSecond(processes: number, size: number): Promise<number> {
  const folder = tempFolder();
  const file = folder.file("a.db");
  await (await createHoglet({ file })).close();
  const script = new URL("capture-process.ts", import.meta.url).pathname;
  const started = Array.from({ length: processes }, () =>
    spawn(process.execPath, [...WITH_BUILT_LIBRARY, script, file, String(size), String(SECONDS)], {
      stdio: ["pipe", "pipe", "inherit"],
    }),
  );
  // All begin when the last has opened the file.
  await Promise.all(started.map(({ stdout }) => once(stdout, "data")));
  const stored = started.map(async ({ stdout }) => Number(String((await once(stdout, "data"))[0])));
  for (const { stdin } of started) stdin.end("go");
  const events = (await Promise.all(stored)).reduce((sum, each) => sum + each, 0);
  await Promise.all(started.map((each) => each.exitCode ?? once(each, "exit")));
  folder.remove();
  return events / SECONDS;
}
