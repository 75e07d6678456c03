import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { closed } from "../../lib/base/errors.ts";
import { sideFile } from "../../lib/base/side-file.ts";
import { openContext } from "../../lib/handle/open-context.ts";
import { getProject } from "../../lib/admin/projects/index.ts";
import { runQuery } from "../../lib/sql/index.ts";
import { createQueryProcess, endSpare } from "../../lib/sql/query-process.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { toRequest } from "./ask-directly.ts";
import { refusal, rows } from "./open-query.ts";
import { whenAll } from "../support/rounds.ts";

const ENDLESS = "with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c";
const LARGE = "with recursive c(x) as (select 1 union all select x + 1 from c) select uniq(x) from c";

const MANY = "select count(*) from events";

const runner = suite("createQueryRunner");

// Query processes of other test files in this process, which end with it.
let strangers: number[] = [];
runner.before.each(async () => {
  await endSpare();
  strangers = allChildrenOf(process.pid);
});

runner("stops a statement at its time limit, for real, and answers the next one", async () => {
  await using own = openRunner();
  assert.equal(await own.ask("select 1"), [[1]]);
  const [before] = childrenOf(process.pid);
  // Timers run out in the order of their times, however late they all are.
  let isEarly = true;
  setTimeout(() => (isEarly = false), 250);
  const error = await refusal(own.ask(ENDLESS, { queryTimeoutMs: 300 }));
  assert.is(isEarly, false);
  assert.equal([error?.status, error?.code, error?.attr], [400, "query_timeout", "query"]);
  assert.match(error?.detail ?? "", /longer than 0\.3 s/);
  assert.equal(childrenOf(process.pid), [], "the process is gone");
  assert.equal(await own.ask("select 2"), [[2]]);
  assert.is.not(childrenOf(process.pid)[0], before);
});

whenAll(runner)("stops a statement when nobody wants its answer any more, and answers the next one", async () => {
  const hoglet = await createHoglet({ queryTimeoutMs: 60_000 });
  assert.equal(await rows(hoglet, "select 1"), [[1]]);
  const asker = new AbortController();
  const answer = refusal(hoglet.query(ENDLESS, { signal: asker.signal }));
  const waiting = new AbortController();
  const never = refusal(hoglet.query(ENDLESS, { signal: waiting.signal }));
  setTimeout(() => {
    waiting.abort("left while it waited");
    asker.abort("left");
  }, 50);
  const error = await answer;
  assert.equal([error?.status, error?.code, error?.cause], [499, "cancelled", "left"]);
  assert.is((await never)?.cause, "left while it waited");
  assert.equal(childrenOf(process.pid), [], "the process is gone");
  assert.equal(await rows(hoglet, "select 2"), [[2]]);
  // A signal that aborts after the answer ends nothing.
  const late = new AbortController();
  await hoglet.query("select 3", { signal: late.signal });
  late.abort();
  assert.is(childrenOf(process.pid).length, 1);
  await hoglet.close();
});

whenAll(runner)("answers the next one where the last was left after its answer was sent", async () => {
  const { ctx } = openContext({});
  const process = createQueryProcess({ db: ctx.db });
  const asker = new AbortController();
  // This thread stands still until the answer must have come, and leaves before it reads it.
  const left = await process.ask(toRequest("select 1"), asker.signal, () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
    asker.abort();
  });
  assert.equal(left.rows, [[1]]);
  assert.equal((await process.ask(toRequest("select 2"), undefined, () => {})).rows, [[2]]);
  await process.stop(closed());
  await ctx.engineHost.close();
  ctx.db.close();
});

whenAll(runner)("stops a statement that takes more memory than it may", async () => {
  const hoglet = await createHoglet({ queryMemoryBytes: 64 * 1024 * 1024, queryTimeoutMs: 60_000 });
  for (const sql of [LARGE, "select sum(length(randomblob(500000000 + value))) from json_each('[1,2,3,4]')"]) {
    const error = await refusal(hoglet.query(sql));
    assert.equal([error?.status, error?.code], [400, "query_memory"]);
    assert.match(error?.detail ?? "", /more than 64 MB/);
  }
  assert.equal(await rows(hoglet, "select 2"), [[2]]);
  await hoglet.close();
});

whenAll(runner)("refuses a result that the host could not hold", async () => {
  const hoglet = await createHoglet({ queryTimeoutMs: 60_000 });
  const error = await refusal(hoglet.query("select hex(zeroblob(40000000)) from json_each('[1,2]')"));
  assert.match(error?.detail ?? "", /larger than 64 MB/);
  await hoglet.close();
});

runner("does not disturb captures, whatever happens to a query", async () => {
  const folder = tempFolder();
  const hoglet = await createHoglet({ file: folder.file("a.db"), queryTimeoutMs: 120_000 });
  await hoglet.capture({ event: "first", distinct_id: "u1" });
  assert.equal(await rows(hoglet, MANY), [[1]]);
  const asker = new AbortController();
  const query = refusal(hoglet.query(`${ENDLESS} join events`, { signal: asker.signal }));
  const state = { isOver: false };
  void query.then(() => (state.isOver = true));
  for (let more = 0; more < 50; more += 1) {
    await hoglet.capture({ event: "more", distinct_id: "u1" });
    await sleep(1);
  }
  assert.is(state.isOver, false, "the captures waited for the query");
  asker.abort();
  assert.is((await query)?.code, "cancelled");
  await hoglet.capture({ event: "last", distinct_id: "u1" });
  assert.equal(await rows(hoglet, MANY), [[52]]);
  await hoglet.close();
  // Nothing holds the file: its log was folded into it.
  assert.equal(readdirSync(folder.path), ["a.db"]);
  folder.remove();
});

for (const kind of ["a file", "memory"]) {
  whenAll(runner)(`sees every acknowledged write at once, in ${kind}`, async () => {
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

whenAll(runner)("answers questions that come at once, each of its own project", async () => {
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

whenAll(runner)("answers one question after the other from the same warm process", async () => {
  const hoglet = await createHoglet();
  await hoglet.capture({ event: "viewed", distinct_id: "u1" });
  await rows(hoglet, MANY);
  const warm = childrenOf(process.pid);
  assert.is(warm.length, 1);
  for (let count = 0; count < 50; count += 1) {
    assert.equal(await rows(hoglet, "select event, count() from events group by 1"), [["viewed", 1]]);
  }
  assert.equal(childrenOf(process.pid), warm);
  await hoglet.close();
});

whenAll(runner)("leaves its idle process to the next database, which sees nothing of the first", async () => {
  const folder = tempFolder();
  const file = join(folder.path, "first.db");
  const first = await createHoglet({ file });
  await first.capture({ event: "ours", distinct_id: "u1" });
  assert.equal(await rows(first, "select event from events"), [["ours"]]);
  const left = childrenOf(process.pid);
  await first.close();
  assert.equal(childrenOf(process.pid), left);
  assert.not.ok(
    filesOf(left[0]).some((path) => path.startsWith(folder.path)),
    "it holds the file no longer",
  );
  const second = await createHoglet();
  assert.equal(await rows(second, "select event from events"), []);
  const third = await createHoglet({ file });
  assert.equal(await rows(third, "select event from events"), [["ours"]]);
  assert.is(childrenOf(process.pid)[0], left[0]);
  assert.is(childrenOf(process.pid).length, 2);
  await second.close();
  await third.close();
  assert.equal(childrenOf(process.pid).length, 1, "one is enough");
  folder.remove();
});

runner("answers again when a file that could not be opened is back", async () => {
  const folder = tempFolder();
  const [file, away] = [folder.file("a.db"), folder.file("away.db")];
  const hoglet = await createHoglet({ file });
  renameSync(file, away);
  for (const sql of ["select 1", "select 2"])
    assert.equal((await refusal(hoglet.query(sql)))?.code, "storage_lost", sql);
  renameSync(away, file);
  assert.equal(await rows(hoglet, "select 3"), [[3]]);
  await hoglet.close();
  folder.remove();
});

whenAll(runner)("ends the process that no database uses after some seconds, or when it ends itself", async () => {
  const hoglet = await createHoglet();
  await rows(hoglet, "select 1");
  await hoglet.close();
  while (childrenOf(process.pid).length > 0) await sleep(50);
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

whenAll(runner)("starts again when somebody kills the process", async () => {
  const hoglet = await createHoglet();
  await rows(hoglet, "select 1");
  const [pid] = childrenOf(process.pid);
  assert.ok(pid);
  process.kill(pid, "SIGKILL");
  // The runner does not know that yet.
  assert.equal(await rows(hoglet, "select 2"), [[2]]);
  const [next] = childrenOf(process.pid);
  assert.ok(next !== undefined && next !== pid);
  process.kill(next, "SIGKILL");
  while (childrenOf(process.pid).length > 0) await sleep(5);
  assert.equal(await rows(hoglet, "select 3"), [[3]]);
  await hoglet.close();
});

whenAll(runner)("does not keep a program alive that forgot to close its handle", () => {
  const output = inProgram(`
    const hoglet = await createHoglet();
    console.log((await hoglet.query("select 1 as one")).results[0][0]);
  `);
  assert.is(output, "1\n");
});

whenAll(runner)("keeps a program alive that waits for its answer only", () => {
  const sql = "with recursive c(x) as (select 1 union all select x + 1 from c limit 1000000) select count(*) from c";
  const output = inProgram(`
    const hoglet = await createHoglet();
    void hoglet.query("${sql}").then((answer) => console.log(answer.results[0][0]));
  `);
  assert.is(output, "1000000\n");
});

whenAll(runner)("leaves no process behind when its program is killed in the middle of a question", async () => {
  const folder = tempFolder();
  // The question is sent as soon as the process reports that it is ready, and the process id is known after that.
  const file = writeProgram(
    folder.path,
    `
    import { subscribe } from "node:diagnostics_channel";
    subscribe("child_process", ({ process: child }) =>
      child.once("message", () => setTimeout(() => console.log(child.pid), 20)));
    const hoglet = await createHoglet({ queryTimeoutMs: 1000 });
    void hoglet.query(\`${ENDLESS}\`).catch(() => {});
  `,
  );
  const program = spawn(process.execPath, [file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(program.stdout, "data")) as [Buffer];
  const pid = Number(line.toString());
  program.kill("SIGKILL");
  await once(program, "exit");
  assert.ok(pid > 0, "there was no query process");
  // It ends itself a second after the limit of its question.
  const untilMs = performance.now() + 60_000;
  while (isRunning(pid) && performance.now() < untilMs) await sleep(20);
  assert.not.ok(isRunning(pid));
  folder.remove();
});

runner.run();

/** A runner whose limits are given question by question. */
function openRunner() {
  const { ctx } = openContext({});
  const project = getProject(ctx, 1);
  return {
    async ask(sql: string, limits: { queryTimeoutMs?: number } = {}) {
      const options = { ...ctx.options, ...limits };
      return (await runQuery({ ...ctx, options }, project, { query: sql })).results;
    },
    async [Symbol.asyncDispose]() {
      await ctx.queries.close();
      await ctx.engineHost.close();
      ctx.db.close();
    },
  };
}

/** Ids of the query processes that a process has started since the test began and that still run. */
function childrenOf(pid: number): number[] {
  return allChildrenOf(pid).filter((id) => !strangers.includes(id));
}

/** Paths that a process has open. */
function filesOf(pid = 0): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).map((fd) => {
    try {
      return readlinkSync(join(folder, fd));
    } catch {
      return "";
    }
  });
}

function allChildrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => parentOf(id) === pid && commandOf(id).includes(sideFile("queryProcess")));
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
  return parentOf(pid) !== null && commandOf(pid).includes(sideFile("queryProcess"));
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
  const library = pathToFileURL("dist/index.js").href;
  writeFileSync(file, `import { createHoglet } from "${library}";\n${code}`);
  return file;
}

function inProgram(code: string): string {
  const folder = tempFolder();
  try {
    const file = writeProgram(folder.path, code);
    const args = [file];
    return execFileSync(process.execPath, args, { encoding: "utf8", timeout: 300_000 });
  } finally {
    folder.remove();
  }
}
