import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { TakenOver } from "../../lib/index.ts";
import { start } from "../bin/hoglet-process.ts";
import type { HogletProcess } from "../bin/hoglet-process.ts";
import { FOLLOW_KEY } from "../support/followed.ts";
import { isAll, rounds } from "../support/rounds.ts";
import { tempFolder } from "../support/temp-folder.ts";

// Two servers with `replicated: "one"` are killed in turn while clients capture at both addresses; the one that is left takes over,
// told to or by the lease, and the killed one comes back as what it is then. With the lease the one that takes over is killed in the middle of that, too. The clock of either jumps by up to two hours, ahead or back. No acknowledged event may be missing, and both must have the same
// events after each round. `--rounds 200` behind the name of this file plays more.

const drill = suite("two servers that are killed");

const ROUNDS = rounds(1, 6);
const CLOCK = new URL("../support/jumping-clock.mjs", import.meta.url).href;
const MOST_MOVED_MS = 7_200_000;
const folder = tempFolder();
const random = createRandom(20_261_201);
const auth = { authorization: `Bearer ${FOLLOW_KEY}`, "content-type": "application/json" };

interface Machine {
  name: string;
  port: number;
  url: string;
  server: HogletProcess | null;
}

const machines: Machine[] = [];
const acknowledged = new Set<string>();
const takenMs: number[] = [];
const byLeaseMs: number[] = [];
let kills = 0;
let token = "";
let first = 0;

drill.before(async () => {
  for (const name of ["a", "b"]) {
    const port = await unusedPort();
    machines.push({ name, port, url: `http://127.0.0.1:${port}`, server: null });
  }
  await launch(0, ["--personal-api-key", FOLLOW_KEY]);
  await launch(1);
});

/** The time of a machine is another from now on, for the processes of later starts too. */
function moveClock(at: number): void {
  writeFileSync(folder.file(`${machineAt(at).name}.clock`), String(random.integer(-MOST_MOVED_MS, MOST_MOVED_MS)));
}

/** From here on both have a lease. */
let lease: string | null = null;

for (let round = 1; round <= 2 * ROUNDS; round++) {
  drill(`lose no acknowledged event, and have the same ones then (${round})`, async () => {
    if (round === ROUNDS + 1) await beginLease();
    const state = { isCapturing: true };
    const writers = [0, 1].map((at) => captureOn(at, state));
    try {
      await play();
    } finally {
      state.isCapturing = false;
      await Promise.all(writers);
    }
    await compare();
  });
}

async function play(): Promise<void> {
  await sleep(random.integer(50, 600));
  if (random.chance(0.5)) moveClock(random.integer(0, 1));
  const killed = random.integer(0, 1);
  await kill(killed);
  if (lease !== null && killed === first && random.chance(0.4)) return killTakingOver(1 - killed);
  await sleep(random.integer(0, 200));
  if (killed === first && random.chance(0.7)) await (lease === null ? promote(1 - killed) : takesOver(1 - killed));
  await launch(killed);
  await sleep(random.integer(0, 300));
  if (lease !== null) await findFirst();
  if (random.chance(0.3)) await changePlaces();
}

drill.after(async () => {
  for (const at of [0, 1]) await kill(at);
  folder.remove();
  if (isAll)
    process.stderr.write(
      `${kills} kills, ${acknowledged.size} events; taking over took ${takenMs.map(Math.round).join(", ")} ms by force, ${byLeaseMs.map(Math.round).join(", ")} ms by the lease\n`,
    );
});
drill.run();

async function launch(at: number, args: readonly string[] = ["--follow", machineAt(1 - at).url]): Promise<void> {
  const { name, port, url } = machineAt(at);
  const flags = ["--port", String(port), "--json", "--replicated", "one", ...args];
  if (args[0] === "--follow") flags.push("--own-url", url);
  if (lease !== null) flags.push("--lease", lease);
  // Its start ends while the other takes over: a supervisor tries it again.
  for (let tried = 0; tried < 100; tried++) {
    const env = { HOGLET_FOLLOW_KEY: FOLLOW_KEY, NODE_OPTIONS: `--import ${CLOCK}`, CLOCK_FILE: `${name}.clock` };
    const server = start(["serve", `${name}.db`, ...flags], { cwd: folder.path, env, timeout: 0 });
    machineAt(at).server = server;
    const [line] = (await server.until("stdout", /\{.*\}/).catch(() => null)) ?? [];
    if (line !== undefined) return void (token = (JSON.parse(line) as { project_token: string }).project_token);
    const { stderr } = await server.finished;
    if (lease === null) throw new Error(stderr);
    await sleep(50);
  }
  throw new Error(`${name} does not start.`);
}

async function beginLease(): Promise<void> {
  for (const at of [0, 1]) await kill(at);
  lease = "lease";
  // The follower's start needs a first that answers.
  await launch(first);
  await launch(1 - first);
}

/** The follower has seen that the first is gone, and captures are stored there. */
async function takesOver(at: number): Promise<void> {
  const begunMs = performance.now();
  while (!(await isFirst(at))) {
    if (performance.now() - begunMs > 120_000) throw new Error(await statesOf());
    await sleep(20);
  }
  byLeaseMs.push(performance.now() - begunMs);
  first = at;
}

/** Near the moment at which it takes over; both come back at the same time, as after a power cut. */
async function killTakingOver(at: number): Promise<void> {
  await sleep(random.integer(1500, 3500));
  await kill(at);
  await Promise.all([0, 1].map((each) => launch(each)));
  await findFirst();
}

async function findFirst(): Promise<void> {
  const endMs = performance.now() + 120_000;
  while (!(await isFirst(first))) {
    if (await isFirst(1 - first)) first = 1 - first;
    if (performance.now() > endMs) throw new Error(await statesOf());
    await sleep(50);
  }
}

async function isFirst(at: number): Promise<boolean> {
  const reply = await fetch(`${machineAt(at).url}/readyz`).catch(() => null);
  return reply?.status === 200 && !("following" in ((await reply.json()) as object));
}

/** With its side processes, which end without it. */
async function kill(at: number): Promise<void> {
  const { server } = machineAt(at);
  if (server?.child.kill("SIGKILL") === true) kills += 1;
  await server?.finished;
  machineAt(at).server = null;
}

/** As before an upgrade: nothing fails, and the last first follows once it is started again. */
async function changePlaces(): Promise<void> {
  const last = first;
  await promote(1 - first);
  machineAt(last).server?.child.kill("SIGTERM");
  assert.is((await machineAt(last).server?.finished)?.code, 0);
  await launch(last);
}

async function promote(at: number): Promise<void> {
  const isForced = machineAt(first).server === null;
  const begunMs = performance.now();
  const ask = () =>
    fetch(`${machineAt(at).url}/api/replication/promote`, {
      method: "POST",
      headers: auth,
      body: JSON.stringify({ force: isForced }),
    });
  let reply = await ask();
  // A machine that is so busy that the last commits come late.
  let tried = 0;
  for (; reply.status === 503 && tried < 5; tried++) reply = await ask();
  assert.is(reply.status, 200, await reply.clone().text());
  const { is_complete: isComplete } = (await reply.json()) as TakenOver;
  // After a try that has claimed the lease, the first gives no more pages.
  if (lease === null || tried === 0) assert.is(isComplete, !isForced);
  if (isForced) takenMs.push(performance.now() - begunMs);
  first = at;
}

async function captureOn(at: number, state: { isCapturing: boolean }): Promise<void> {
  while (state.isCapturing) {
    const uuids = Array.from({ length: random.integer(1, 5) }, () => randomUUID());
    const batch = uuids.map((uuid) => ({ uuid, event: "e", distinct_id: `u${random.integer(0, 40)}`, properties: {} }));
    const body = JSON.stringify({ api_key: token, batch });
    try {
      const reply = await fetch(`${machineAt(at).url}/batch/`, { method: "POST", headers: auth, body });
      if (reply.status === 200) for (const uuid of uuids) acknowledged.add(uuid);
      else await sleep(20);
      await reply.text();
    } catch {
      await sleep(20);
    }
  }
}

async function compare(): Promise<void> {
  const until = performance.now() + 120_000;
  // With a lease a first that comes back late is not it any more.
  if (lease !== null) await findFirst();
  for (;;) {
    const [one, other] = [await uuidsOf(0), await uuidsOf(1)];
    const missing = [...acknowledged].filter((uuid) => !(first === 0 ? one : other).has(uuid));
    assert.equal(missing, []);
    if (one.size === other.size && [...one].every((uuid) => other.has(uuid))) return;
    if (performance.now() > until) throw new Error(`${one.size} and ${other.size} events. ${await statesOf()}`);
    await sleep(50);
  }
}

/** Rows of an answer of SQL. */
const PAGE = 50_000;

async function uuidsOf(at: number): Promise<Set<string>> {
  const found = new Set<string>();
  for (let page = await uuidsFrom(at, 0); ; page = await uuidsFrom(at, found.size)) {
    for (const uuid of page) found.add(uuid);
    if (page.length < PAGE) return found;
  }
}

async function uuidsFrom(at: number, offset: number): Promise<string[]> {
  const sql = `SELECT uuid FROM events ORDER BY uuid LIMIT ${PAGE} OFFSET ${offset}`;
  const query = { kind: "HogQLQuery", query: sql };
  const reply = await fetch(`${machineAt(at).url}/api/projects/@current/query/`, {
    method: "POST",
    headers: auth,
    body: JSON.stringify({ query }),
  });
  assert.is(reply.status, 200, await reply.clone().text());
  return ((await reply.json()) as { results: [string][] }).results.map(([uuid]) => uuid);
}

async function statesOf(): Promise<string> {
  const states = [0, 1].map(async (at) => (await fetch(`${machineAt(at).url}/readyz`)).text());
  return `The first is ${machineAt(first).name}. ${(await Promise.all(states)).join(" ")}`;
}

function machineAt(at: number): Machine {
  const machine = machines[at];
  if (machine === undefined) throw new Error("There are two machines.");
  return machine;
}

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
