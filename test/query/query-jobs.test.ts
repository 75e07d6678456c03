import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../lib/base/errors.ts";
import { createQueryJobs, findJob, startJob } from "../../lib/query/query-jobs.ts";
import { whenAll } from "../support/rounds.ts";

const jobs = suite("queries beside their requests");

const MEGABYTE = 1024 * 1024;

/** A list of jobs with a clock that the test moves. */
function open() {
  const at = { nowMs: Date.UTC(2024, 2, 10) };
  const ctx = { queryJobs: createQueryJobs(), clock: { now: () => at.nowMs } };
  const start = (id: string, run: (signal: AbortSignal) => Promise<unknown>, projectId = 1) =>
    startJob(ctx, { projectId, id }, run);
  const answer = async (id: string, results: unknown, projectId = 1) => {
    start(id, () => Promise.resolve(results), projectId);
    await Promise.resolve();
  };
  const find = (id: string, projectId = 1) => findJob(ctx, projectId, id);
  return { at, start, answer, find };
}

const never = () => new Promise<never>(() => {});

jobs("ten queries of a project run at a time, whatever other projects do", () => {
  const { start } = open();
  for (let index = 0; index < 10; index += 1) start(`q${index}`, never);
  assert.throws(
    () => start("q10", never),
    (error: unknown) => error instanceof HogletError && error.status === 429,
  );
  start("q10", never, 2);
  // A client that asks again by the same id replaces its own query.
  start("q9", never);
});

jobs("a query is picked up after the reply to the request that asked it", () => {
  const { start, find } = open();
  assert.is(start("q", never).pickup_time, null);
  assert.is(find("q")?.pickup_time, "2024-03-10T00:00:00Z");
});

jobs("a query of the same id is stopped and replaced", async () => {
  const { start, answer, find } = open();
  let stopped = false;
  start("same", async (signal) => {
    signal.addEventListener("abort", () => (stopped = true));
    return never();
  });
  await answer("same", { results: [2] });
  assert.ok(stopped);
  assert.equal(find("same")?.results, { results: [2] });
});

whenAll(jobs)(
  "a project's answers have 32 megabytes at most, the newest always; those of other projects stay",
  async () => {
    const { answer, find } = open();
    await answer("other", "x".repeat(MEGABYTE), 2);
    for (const id of ["a", "b", "c", "d"]) await answer(id, "x".repeat(10 * MEGABYTE));
    assert.equal(
      ["a", "b", "c", "d"].map((id) => find(id) !== undefined),
      [false, true, true, true],
    );
    await answer("huge", "x".repeat(40 * MEGABYTE));
    assert.ok(find("huge")?.complete);
    assert.is(find("d"), undefined);
    assert.ok(find("other", 2)?.complete);
  },
);

jobs("a project has a hundred queries at most", async () => {
  const { answer, find } = open();
  for (let index = 0; index < 101; index += 1) await answer(`q${index}`, index);
  assert.is(find("q0"), undefined);
  assert.ok(find("q1")?.complete);
  assert.ok(find("q100")?.complete);
});

jobs("an answer is kept for twenty minutes, and is its project's alone", async () => {
  const { at, answer, find } = open();
  await answer("q", 1);
  assert.is(find("q", 2), undefined);
  at.nowMs += 20 * 60_000 - 1;
  assert.ok(find("q")?.complete);
  at.nowMs += 1;
  assert.is(find("q"), undefined);
});

jobs.run();
