import { spawn } from "node:child_process";
import { once } from "node:events";
import { tempFolder } from "../support/temp-folder.ts";
import { median } from "./measure.ts";

const ROUNDS = 5;

/** Milliseconds from starting the built command on a new file to its first answer over HTTP, Node's own start included. */
export async function benchStart(): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await startOnce());
  process.stdout.write(`start to first answer, empty server: ${median(times).toFixed(0)} ms (target under 300)\n`);
}

async function startOnce(): Promise<number> {
  const folder = tempFolder();
  const start = performance.now();
  const server = spawn(
    process.execPath,
    ["dist/bin/hoglet.js", "serve", folder.file("a.db"), "--port", "0", "--json"],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const [line] = (await once(server.stdout, "data")) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  await fetch(new URL("/readyz", url));
  const elapsed = performance.now() - start;
  server.kill("SIGTERM");
  await once(server, "exit");
  folder.remove();
  return elapsed;
}
