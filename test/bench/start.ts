import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { resolve } from "node:path";
import { writeFileSync } from "node:fs";
import { tempFolder } from "../support/temp-folder.ts";
import { median, range } from "./measure.ts";

const ROUNDS = 11;

/** A server with one fixed answer, which shows the time that Node needs by itself. */
const BARE = `require("node:http").createServer((_, reply) => reply.end()).listen(0, "127.0.0.1", function () {
  console.log(JSON.stringify({ url: "http://127.0.0.1:" + this.address().port }));
})`;

/** Loaded before either server: reports the server's resource use on request, and does not keep the server alive. */
const REPORT = `process.on("message", () => process.send(process.cpuUsage()));
process.channel.unref();`;

/** The steps of a new process, one after the other, with hoglet and with what every test file loads anyway. */
const STEPS: Record<string, readonly (readonly [name: string, code: string])[]> = {
  hoglet: [
    ["import", `const { createHoglet } = await import(${JSON.stringify(resolve("dist/index.js"))});`],
    ["the first createHoglet()", `const hoglet = await createHoglet();`],
    ["the second", `await (await createHoglet()).close();`],
    ["the first capture", `await hoglet.capture({ event: "seen", distinct_id: "u1" });`],
    ["the first question", `await hoglet.insights.trend({ events: [{ id: "seen" }] });`],
    ["the first request", `await (await hoglet.fetch("/readyz")).text(); await hoglet.close();`],
  ],
  "posthog-node": [["import", `await import("posthog-node");`]],
  "better-sqlite3": [
    ["import", `const { default: Database } = await import("better-sqlite3");`],
    ["a database in memory", `new Database(":memory:").exec("CREATE TABLE t (a)");`],
  ],
};

/** A start, up to the first answer. */
interface Start {
  ms: number;
  /** Processor time of all threads; other work on the machine hardly changes it. */
  cpuMs: number;
}

/**
 * Milliseconds, of the clock and of the processor, from starting the built command (`npm run build`) on a new file to its
 * first answer over HTTP, beside those of a bare node:http server; the two take turns.
 */
export async function benchStart(): Promise<void> {
  const [hoglet, bare]: [Start[], Start[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const folder = tempFolder();
    const report = folder.file("report.cjs");
    writeFileSync(report, REPORT);
    bare.push(await startOnce(["--require", report, "-e", BARE]));
    const serve = ["dist/bin/hoglet.js", "serve", folder.file("a.db"), "--port", "0", "--json"];
    hoglet.push(await startOnce(["--require", report, ...serve]));
    folder.remove();
  }
  const lines = [
    `start to first answer, empty server, median of ${ROUNDS} (fastest); target under 300 ms`,
    `hoglet            ${show(hoglet)}`,
    `bare node:http    ${show(bare)}`,
    `times as long     ${range(hoglet.map(({ ms }, round) => ms / (bare[round]?.ms ?? Number.NaN)))}`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  benchSteps();
}

/** Processor milliseconds of each of `STEPS` in new processes, which take turns. */
function benchSteps(): void {
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, steps] of Object.entries(STEPS)) {
      const took = JSON.parse(
        execFileSync(process.execPath, ["--input-type=module", "-e", toProgram(steps)], { encoding: "utf8" }),
      ) as number[];
      for (const [index, [step]] of steps.entries()) {
        const key = `${name}: ${step}`;
        times.set(key, [...(times.get(key) ?? []), took[index] ?? Number.NaN]);
      }
    }
  }
  const lines = [...times].map(
    ([key, all]) => `${key.padEnd(40)}${median(all).toFixed(0).padStart(5)} ms (${Math.min(...all).toFixed(0)})`,
  );
  process.stdout.write(`\nsteps of a new process, CPU, median of ${ROUNDS} (fastest)\n${lines.join("\n")}\n`);
}

function toProgram(steps: (typeof STEPS)[string]): string {
  const note =
    "{ const { user, system } = process.cpuUsage(last); took.push((user + system) / 1000); last = process.cpuUsage(); }";
  const all = steps.map(([, code]) => `${code}\n${note}`).join("\n");
  return `const took = []; let last = process.cpuUsage();\n${all}\nconsole.log(JSON.stringify(took));`;
}

function show(starts: readonly Start[]): string {
  const [ms, cpuMs] = [starts.map((start) => start.ms), starts.map((start) => start.cpuMs)];
  const least = `${Math.min(...ms).toFixed(0)}, CPU ${Math.min(...cpuMs).toFixed(0)}`;
  return `${median(ms).toFixed(0)} ms, CPU ${median(cpuMs).toFixed(0)} ms (${least})`;
}

async function startOnce(args: readonly string[]): Promise<Start> {
  const start = performance.now();
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore", "ipc"] });
  // The overload for a fourth channel does not know that stdout is piped.
  const [line] = (await once(server.stdout as Readable, "data")) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  await fetch(new URL("/readyz", url));
  const ms = performance.now() - start;
  server.send("report");
  const [{ user, system }] = (await once(server, "message")) as [NodeJS.CpuUsage];
  server.kill("SIGTERM");
  await once(server, "exit");
  return { ms, cpuMs: (user + system) / 1000 };
}
