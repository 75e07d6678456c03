import { spawn } from "node:child_process";
import { once } from "node:events";
import { tempFolder } from "../support/temp-folder.ts";
import { median, range } from "./measure.ts";

const ROUNDS = 7;

/** What Node needs by itself: a server that knows one answer. */
const BARE = `require("node:http").createServer((_, reply) => reply.end()).listen(0, "127.0.0.1", function () {
  console.log(JSON.stringify({ url: "http://127.0.0.1:" + this.address().port }));
})`;

/**
 * Milliseconds from starting the built command (`npm run build`) on a new file to its first answer over HTTP, beside those of
 * a bare node:http server; the two take turns.
 */
export async function benchStart(): Promise<void> {
  const [hoglet, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const folder = tempFolder();
    bare.push(await startOnce(["-e", BARE]));
    hoglet.push(await startOnce(["dist/bin/hoglet.js", "serve", folder.file("a.db"), "--port", "0", "--json"]));
    folder.remove();
  }
  const ratios = hoglet.map((ms, round) => ms / (bare[round] ?? Number.NaN));
  process.stdout.write(
    `start to first answer, empty server: ${median(hoglet).toFixed(0)} ms (median of ${ROUNDS}; fastest ` +
      `${Math.min(...hoglet).toFixed(0)}; target under 300); a bare node:http server ${median(bare).toFixed(0)} ms; ` +
      `times as long: ${range(ratios)}\n`,
  );
}

async function startOnce(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = (await once(server.stdout, "data")) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  await fetch(new URL("/readyz", url));
  const elapsed = performance.now() - start;
  server.kill("SIGTERM");
  await once(server, "exit");
  return elapsed;
}
