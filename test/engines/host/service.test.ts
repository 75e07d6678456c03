import { suite } from "uvu";
import * as assert from "uvu/assert";
import { columnsEngine } from "../../../lib/engines/columns/index.ts";
import { columnRunners } from "../../../lib/questions/columns.ts";
import { createService } from "../../../lib/engines/host/service.ts";
import { createStopFlag } from "../../../lib/engines/host/stop-flag.ts";
import type { HogletError } from "../../../lib/base/errors.ts";
import { compactedSeq, newestSeq } from "../../../lib/log/index.ts";
import { fromSent } from "../../../lib/storage/index.ts";
import { cancelled } from "../../../lib/base/errors.ts";
import type { EarliestEventPlan } from "../../../lib/questions/shared/earliest-event.ts";
import type { TrendPlan } from "../../../lib/questions/trend/index.ts";
import { rowsEngine } from "../../reference/rows/index.ts";
import { addEvents, disturb } from "../columns/random-log.ts";
import { openFile } from "./open-file.ts";
import { size } from "../../support/rounds.ts";

const WHOLE = { fromMs: Date.UTC(2010, 0), untilMs: Date.UTC(2040, 0) };

const IS_PLAN_SET = { type: "event" as const, key: "plan", operator: "is_set" as const, value: null, negation: false };

/** Counts the events with a plan, by the values of a property; `session_seconds` is what rows answer. */
function planOf(projectId: number, by: "events" | "session_seconds"): TrendPlan {
  const counting = by === "events" ? { by } : { by, aggregate: { name: "sum" as const } };
  const select = {
    anyOf: [{ event: null, filter: { type: "AND" as const, values: [] } }],
    filter: { type: "AND" as const, values: [IS_PLAN_SET] },
    needsPerson: false,
    needsSession: by === "session_seconds",
  };
  return {
    kind: "trend",
    projectId,
    range: WHOLE,
    sessionRange: WHOLE,
    edgesMs: [WHOLE.fromMs],
    series: [{ select, counting, breakdown: null, valueRange: WHOLE }],
  };
}

const service = suite("createService");

service("answers over a connection of its own and sees what was just committed", async () => {
  const { db, file, projects, random, remove } = openFile(1);
  const [project] = projects;
  assert.ok(project);
  const serve = createService({ file, secureDelete: true, budgetBytes: 1e6 }, columnRunners());
  for (let id = 1; id < 5; id++) {
    addEvents(db, project, random, 20);
    disturb(db, project, random);
    const plan = planOf(project.id, "events");
    const wanted = await rowsEngine(db).ask(plan);
    const reply = await serve({ id, work: { kind: "answer", plan }, stop: null });
    assert.equal(reply, { id, kind: "done", value: wanted });
  }
  remove();
});

service("refuses what is not wanted any more, and what it cannot open, without ending", async () => {
  const { file, remove } = openFile(1);
  const serve = createService({ file, secureDelete: true, budgetBytes: 1e6 }, columnRunners());
  const flag = createStopFlag();
  flag.raise();
  const plan: EarliestEventPlan = { kind: "earliest-event", projectId: 1, afterMs: 0 };
  const work = { kind: "answer", plan } as const;
  const refused = await serve({ id: 1, work, stop: flag.shared });
  assert.is(refused.kind === "failed" && (fromSent(refused.error) as HogletError).code, "cancelled");
  const done = await serve({ id: 2, work, stop: createStopFlag().shared });
  assert.is(done.kind, "done");
  const nowhere = createService({ file: `${file}/nowhere`, secureDelete: true, budgetBytes: 1e6 }, columnRunners());
  const failed = await nowhere({ id: 1, work, stop: null });
  assert.is(failed.kind === "failed" && (fromSent(failed.error) as HogletError).attr, "file");
  remove();
});

service("moves texts into chunks between questions: after each it waits for the next call", async () => {
  const { db, file, projects, random, remove } = openFile(2);
  const [project] = projects;
  assert.ok(project);
  addEvents(db, project, random, 200);
  const untilSeq = newestSeq(db);
  const serve = createService({ file, secureDelete: true, budgetBytes: 1e6 }, columnRunners());
  const ask = async () => serve({ id: 1, work: { kind: "answer", plan: planOf(project.id, "events") }, stop: null });
  const compact = async (isPatient: boolean) =>
    serve({ id: 2, work: { kind: "compact", untilSeq, isPatient }, stop: null });
  const before = await ask();
  assert.equal(await compact(true), { id: 2, kind: "done", value: false });
  assert.is(compactedSeq(db), 0);
  assert.equal(await compact(true), { id: 2, kind: "done", value: true });
  assert.is(compactedSeq(db), untilSeq);
  assert.equal(await ask(), before);
  addEvents(db, project, random, 200);
  const all = { kind: "compact", untilSeq: newestSeq(db), isPatient: false } as const;
  assert.equal(await serve({ id: 3, work: all, stop: null }), { id: 3, kind: "done", value: true });
  assert.is(compactedSeq(db), newestSeq(db));
  remove();
});

service.run();

const interrupted = suite("columnsEngine");

interrupted("stops at any of its checkpoints and answers the next question rightly", async () => {
  const { db, projects, remove } = openFile(2);
  const [project] = projects;
  assert.ok(project);
  let left = Infinity;
  const checkpoint = () => {
    left -= 1;
    if (left === 0) throw cancelled(undefined);
  };
  for (const by of ["events", "session_seconds"] as const) {
    const plan = planOf(project.id, by);
    let stopped = 0;
    for (let after = 1; ; after += (by === "events" ? 1 : 7) * size(5, 1)) {
      const engine = columnsEngine(db, columnRunners(), { budgetBytes: 0, checkpoint });
      left = after;
      const error = await engine.ask(plan).then(
        () => null,
        (reason: HogletError) => reason.code,
      );
      left = Infinity;
      assert.equal(await engine.ask(plan), await rowsEngine(db).ask(plan));
      if (error === null) break;
      assert.is(error, "cancelled");
      stopped += 1;
    }
    assert.ok(stopped > 1, `${by} has ${stopped} checkpoints`);
  }
  remove();
});

interrupted.run();
