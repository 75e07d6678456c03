import { Worker } from "node:worker_threads";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createThread } from "../../../lib/engines/host/thread.ts";
import { HogletError } from "../../../lib/base/errors.ts";
import type { EarliestEventPlan } from "../../../lib/questions/shared/earliest-event.ts";
import { openFile } from "./open-file.ts";

const PLAN: EarliestEventPlan = { kind: "earliest-event", projectId: 1, afterMs: 0 };
const WORK = { kind: "answer", plan: PLAN } as const;

/** The code of the refusal; null = it was answered. */
function codeOf(answer: Promise<unknown>): Promise<string | null> {
  return answer.then(
    () => null,
    (error: unknown) => (error instanceof HogletError ? error.code : String(error)),
  );
}

/** A thread with the test's own code instead of the engine's. */
function startCode(code: string): Worker {
  return new Worker(`const { parentPort } = require("node:worker_threads"); ${code}`, { eval: true });
}

const thread = suite("createThread");

thread("starts with the first question, answers several at once, and ends when closed", async () => {
  const { db, file, remove } = openFile(1);
  const earliest = db.sql("SELECT min(timestamp) FROM events WHERE project_id = 1 AND timestamp > 0").pluck().get();
  const own = createThread({ file, secureDelete: true, budgetBytes: 1e6 });
  assert.equal(await Promise.all([own.ask(WORK), own.ask(WORK), own.ask(WORK)]), [earliest, earliest, earliest]);
  await own.close();
  assert.is(await codeOf(own.ask(WORK)), "misconfigured");
  await own.close();
  remove();
});

thread("that is closed refuses what it has not answered yet", async () => {
  const silent = createThread({ file: "none", secureDelete: true, budgetBytes: 0 }, () =>
    startCode(`parentPort.on("message", () => {});`),
  );
  const waiting = codeOf(silent.ask(WORK));
  await silent.close();
  assert.is(await waiting, "misconfigured");
});

thread("that answers while it is being closed lets nobody wait for ever", async () => {
  const { file, remove } = openFile(1);
  const own = createThread({ file, secureDelete: true, budgetBytes: 0 });
  await own.ask(WORK);
  const waiting = codeOf(own.ask(WORK));
  await own.close();
  assert.ok([null, "misconfigured"].includes(await waiting));
  remove();
});

thread("that dies refuses what it was asked with a sentence, and is started again by the next question", async () => {
  const codes = [
    `parentPort.on("message", () => process.exit(3));`,
    `parentPort.on("message", () => { throw new Error("a defect"); });`,
    `parentPort.on("message", ({ id }) => parentPort.postMessage({ id, kind: "done", value: "alive" }));`,
  ];
  const setup = { file: "none", secureDelete: true, budgetBytes: 0 };
  const own = createThread(setup, () => startCode(codes.shift() ?? ""));
  for (const cause of [/exit code 3/, /a defect/]) {
    const [first, second] = await Promise.allSettled([own.ask(WORK), own.ask(WORK)]);
    assert.is(second?.status, "rejected");
    const { reason } = first as PromiseRejectedResult;
    assert.instance(reason, HogletError);
    assert.equal([reason.status, reason.code], [503, "engine_ended"]);
    assert.match(String(reason.cause), cause);
  }
  assert.is(await own.ask(WORK), "alive");
  await own.close();
});

thread("tells the work when nobody wants it any more, and the caller at once", async () => {
  // Answers only once the flag of the message is up.
  const code = `parentPort.on("message", ({ id, stop }) => {
    Atomics.wait(new Int32Array(stop), 0, 0, 5000);
    parentPort.postMessage({ id, kind: "done", value: Atomics.load(new Int32Array(stop), 0) });
  });`;
  const own = createThread({ file: "none", secureDelete: true, budgetBytes: 0 }, () =>
    startCode(code.replace("Atomics.wait(", "while (Atomics.load(new Int32Array(stop), 0) === 0) Atomics.wait(")),
  );
  const [first, second] = [new AbortController(), new AbortController()];
  const answers = [codeOf(own.ask(WORK, { signal: first.signal })), codeOf(own.ask(WORK, { signal: second.signal }))];
  first.abort(new Error("gone"));
  assert.is(await answers[0], "cancelled");
  second.abort();
  assert.is(await answers[1], "cancelled");
  // The thread is free again: an aborted signal's flag is up from the start.
  assert.is(await codeOf(own.ask(WORK, { signal: first.signal })), "cancelled");
  await own.close();
});

thread("refuses arguments that cannot cross", async () => {
  const { file, remove } = openFile(1);
  const own = createThread({ file, secureDelete: true, budgetBytes: 0 });
  const refused = own.ask({ ...WORK, plan: { ...PLAN, afterMs: () => {} } as never });
  assert.match(String(await codeOf(refused)), /could not be cloned/);
  assert.is(await codeOf(own.ask(WORK)), null);
  await own.close();
  remove();
});

thread.run();
