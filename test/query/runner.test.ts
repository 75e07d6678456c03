import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { refusal, rows } from "./open-query.ts";

const ENDLESS = "with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c";
const LARGE = "with recursive c(x) as (select 1 union all select x + 1 from c) select * from c order by -x";

const MANY = "select count(*) from events";

const runner = suite("createQueryRunner");

// Query processes of other test files in this process, which end with it.
let strangers: number[] = [];
runner.before.each(() => {
  strangers = allChildrenOf(process.pid);
});

runner("stops a statement at its time limit, for real, and answers the next one", async () => {
  const hoglet = await createHoglet({ queryTimeoutMs: 300 });
  assert.equal(await rows(hoglet, "select 1"), [[1]]);
  const [before] = childrenOf(process.pid);
  const startedMs = performance.now();
  const error = await refusal(hoglet.query(ENDLESS));
  const tookMs = performance.now() - startedMs;
  assert.equal([error?.status, error?.code, error?.attr], [400, "query_timeout", "query"]);
  assert.match(error?.detail ?? "", /longer than 0\.3 s/);
  assert.ok(tookMs >= 295 && tookMs < 5000, `it took ${tookMs} ms`);
  assert.equal(childrenOf(process.pid), [], "the process is gone");
  assert.equal(await rows(hoglet, "select 2"), [[2]]);
  assert.is.not(childrenOf(process.pid)[0], before);
  await hoglet.close();
});

runner("stops a statement when nobody wants its answer any more, and answers the next one", async () => {
  const hoglet = await createHoglet({ queryTimeoutMs: 60_000 });
  assert.equal(await rows(hoglet, "select 1"), [[1]]);
  const asker = new AbortController();
  const answer = refusal(hoglet.query(ENDLESS, { signal: asker.signal }));
  const waiting = new AbortController();
  const never = refusal(hoglet.query(ENDLESS, { signal: waiting.signal }));
  const startedMs = performance.now();
  setTimeout(() => {
    waiting.abort("left while it waited");
    asker.abort("left");
  }, 50);
  const error = await answer;
  assert.equal([error?.status, error?.code, error?.cause], [499, "cancelled", "left"]);
  assert.is((await never)?.cause, "left while it waited");
  assert.equal(childrenOf(process.pid), [], "the process is gone");
  assert.equal(await rows(hoglet, "select 2"), [[2]]);
  const tookMs = performance.now() - startedMs;
  assert.ok(tookMs < 10_000, `it took ${tookMs} ms`);
  // A signal that aborts when the answer is there ends nothing.
  const late = new AbortController();
  await hoglet.query("select 3", { signal: late.signal });
  late.abort();
  assert.is(childrenOf(process.pid).length, 1);
  await hoglet.close();
});

runner("stops a statement that takes more memory than it may", async () => {
  const hoglet = await createHoglet({ queryMemoryBytes: 64 * 1024 * 1024 });
  for (const sql of [LARGE, "select sum(length(randomblob(500000000 + value))) from json_each('[1,2,3,4]')"]) {
    const error = await refusal(hoglet.query(sql));
    assert.equal([error?.status, error?.code], [400, "query_memory"]);
    assert.match(error?.detail ?? "", /more than 64 MB/);
  }
  assert.equal(await rows(hoglet, "select 2"), [[2]]);
  await hoglet.close();
});

runner("refuses a result that the host could not hold", async () => {
  const hoglet = await createHoglet();
  const error = await refusal(hoglet.query("select hex(zeroblob(40000000)) from json_each('[1,2]')"));
  assert.match(error?.detail ?? "", /larger than 64 MB/);
  await hoglet.close();
});

runner("does not disturb captures, whatever happens to a query", async () => {
  const folder = tempFolder();
  const hoglet = await createHoglet({ file: folder.file("a.db"), queryTimeoutMs: 300 });
  await hoglet.capture({ event: "first", distinct_id: "u1" });
  const query = refusal(hoglet.query(`${ENDLESS} join events`));
  const state = { isOver: false };
  void query.then(() => (state.isOver = true));
  let captured = 1;
  while (!state.isOver) {
    await hoglet.capture({ event: "more", distinct_id: "u1" });
    captured += 1;
    await sleep(1);
  }
  assert.is((await query)?.code, "query_timeout");
  assert.ok(captured > 20, `only ${captured} captures meanwhile`);
  await hoglet.capture({ event: "last", distinct_id: "u1" });
  assert.equal(await rows(hoglet, MANY), [[captured + 1]]);
  await hoglet.close();
  // Nothing holds the file: its log was folded into it.
  assert.equal(readdirSync(folder.path), ["a.db"]);
  folder.remove();
});

for (const kind of ["a file", "memory"]) {
  runner(`sees every acknowledged write at once, in ${kind}`, async () => {
    const folder = tempFolder();
    const hoglet = await createHoglet(kind === "a file" ? { file: folder.file("a.db") } : {});
    for (let count = 1; count <= 30; count += 1) {
      await hoglet.capture({ event: "viewed", distinct_id: `u${count}` });
      assert.equal(await rows(hoglet, MANY), [[count]]);
      assert.equal(await rows(hoglet, "select count(*) from persons"), [[count]]);
    }
    await hoglet.close();
    folder.remove();
  });
}

runner("answers questions that come at once, each of its own project", async () => {
  const hoglet = await createHoglet();
  const other = await hoglet.projects.create({ name: "other" });
  await hoglet.capture({ event: "ours", distinct_id: "u1" });
  await hoglet.capture({ event: "theirs", distinct_id: "u1" }, { project: other.id });
  const sql = "select event from events";
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => hoglet.query(sql, index % 2 === 0 ? {} : { project: other.id })),
  );
  assert.equal(
    answers.map(({ results }) => results[0]?.[0]),
    answers.map((_, index) => (index % 2 === 0 ? "ours" : "theirs")),
  );
  await hoglet.close();
});

runner("answers small questions from a warm process in a few milliseconds", async () => {
  const hoglet = await createHoglet();
  await hoglet.capture({ event: "viewed", distinct_id: "u1" });
  await rows(hoglet, MANY);
  const [pid] = childrenOf(process.pid);
  const times: number[] = [];
  for (let count = 0; count < 50; count += 1) {
    const startedMs = performance.now();
    await rows(hoglet, "select event, count() from events group by 1");
    times.push(performance.now() - startedMs);
  }
  times.sort((a, b) => a - b);
  // About 1 ms on the machine of the benchmarks; generous for one that is shared.
  assert.ok((times[25] ?? 0) < 20, `median ${times[25]} ms`);
  assert.equal(childrenOf(process.pid), [pid], "the same process all the time");
  await hoglet.close();
  assert.equal(childrenOf(process.pid), []);
});

runner("refuses what is under way or waiting when the handle closes, and leaves no process", async () => {
  const hoglet = await createHoglet();
  await rows(hoglet, "select 1");
  const pending = [refusal(hoglet.query(ENDLESS)), refusal(hoglet.query("select 1"))];
  await sleep(20);
  await hoglet.close();
  for (const error of await Promise.all(pending)) assert.match(error?.detail ?? "", /closed/);
  assert.equal(childrenOf(process.pid), []);
});

runner("starts again when somebody kills the process", async () => {
  const hoglet = await createHoglet();
  await rows(hoglet, "select 1");
  const [pid] = childrenOf(process.pid);
  process.kill(pid ?? 0, "SIGKILL");
  while (childrenOf(process.pid).length > 0) await sleep(5);
  // Until this process has been told, too.
  await sleep(50);
  assert.equal(await rows(hoglet, "select 1"), [[1]]);
  await hoglet.close();
});

runner("does not keep a program alive that forgot to close its handle", () => {
  const output = inProgram(`
    const hoglet = await createHoglet();
    console.log((await hoglet.query("select 1 as one")).results[0][0]);
  `);
  assert.is(output, "1\n");
});

runner("keeps a program alive that waits for its answer only", () => {
  const sql = "with recursive c(x) as (select 1 union all select x + 1 from c limit 1000000) select count(*) from c";
  const output = inProgram(`
    const hoglet = await createHoglet();
    void hoglet.query("${sql}").then((answer) => console.log(answer.results[0][0]));
  `);
  assert.is(output, "1000000\n");
});

runner("leaves no process behind when its program is killed in the middle of a question", async () => {
  const folder = tempFolder();
  const file = writeProgram(
    folder.path,
    `
    const hoglet = await createHoglet({ queryTimeoutMs: 500 });
    await hoglet.query("select 1");
    void hoglet.query(\`${ENDLESS}\`);
    setTimeout(() => console.log("asked"), 100);
  `,
  );
  const program = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(program.stdout, "data");
  const [pid] = childrenOf(program.pid ?? 0);
  assert.ok(pid, "there was no query process");
  program.kill("SIGKILL");
  await once(program, "exit");
  const untilMs = performance.now() + 10_000;
  while (isRunning(pid) && performance.now() < untilMs) await sleep(20);
  assert.not.ok(isRunning(pid));
  folder.remove();
});

runner.run();

/** Ids of the query processes that a process has started since the test began and that still run. */
function childrenOf(pid: number): number[] {
  return allChildrenOf(pid).filter((id) => !strangers.includes(id));
}

function allChildrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => parentOf(id) === pid && commandOf(id).includes("lib/query/child"));
}

function parentOf(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`);
  const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return state === undefined || state === "Z" ? null : Number(parent);
}

function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`);
}

function isRunning(pid: number): boolean {
  return parentOf(pid) !== null && commandOf(pid).includes("lib/query/child");
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function writeProgram(folder: string, code: string): string {
  const file = join(folder, "program.mts");
  const library = pathToFileURL("lib/index.ts").href;
  writeFileSync(file, `import { createHoglet } from "${library}";\n${code}`);
  return file;
}

function inProgram(code: string): string {
  const folder = tempFolder();
  try {
    const file = writeProgram(folder.path, code);
    const args = ["--import", import.meta.resolve("tsx"), file];
    return execFileSync(process.execPath, args, { encoding: "utf8", timeout: 30_000 });
  } finally {
    folder.remove();
  }
}
