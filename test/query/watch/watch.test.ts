import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet, HogletOptions, OpenEngine } from "../../../lib/index.ts";
import type { HogletError } from "../../../lib/base/errors.ts";
import { listenToAnswers } from "../../../lib/query/watch/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { openWorld } from "../../support/world.ts";
import { collect } from "./collect.ts";

const NOW = Date.UTC(2024, 5, 10, 12);
const signedUp = { kind: "TrendsQuery", series: [{ event: "signed up" }], dateRange: { date_from: "-1d" } } as const;

type Answer = { results: { data: number[]; count: number }[] };

async function open(options: HogletOptions = {}): Promise<Hoglet> {
  return createHoglet({ now: () => NOW, ...options });
}

const total = ({ results }: Answer) => results.reduce((sum, { count }) => sum + count, 0);
const signUp = (hoglet: Hoglet, id: string, properties = {}) =>
  hoglet.capture({ event: "signed up", distinct_id: id, properties, timestamp: new Date(NOW).toISOString() });

/** Watches a trend. */
async function watchTrend(hoglet: Hoglet, node: object = signedUp, options = {}) {
  const seen = collect<Answer>();
  const watching = await hoglet.watch(node as typeof signedUp, seen.listener as never, options);
  return { ...seen, watching };
}

const watch = suite("watch");

watch("gives the answer at once, and again after a capture, but no equal one", async () => {
  const hoglet = await open();
  await signUp(hoglet, "u1");
  const { answers, until, watching } = await watchTrend(hoglet);
  assert.is(answers.length, 1);
  assert.equal({ ...answers[0], is_cached: true }, { ...(await hoglet.ask(signedUp)), is_cached: true } as never);
  await hoglet.capture({ event: "other", distinct_id: "u1" });
  // The second one waits until the question was asked again.
  const second = await watchTrend(hoglet);
  assert.is(second.answers.length, 1);
  assert.is(answers.length, 1);
  await signUp(hoglet, "u2");
  await until((answer) => total(answer) === 2);
  assert.is(answers.length, 2);
  watching.close();
  await hoglet.close();
});

watch("follows merges, deletions, definitions and cohorts", async () => {
  const hoglet = await open();
  await signUp(hoglet, "u1", { plan: "a" });
  await signUp(hoglet, "u2", { plan: "b" });
  const people = await watchTrend(hoglet, { ...signedUp, series: [{ event: "signed up", math: "dau" }] });
  const action = await hoglet.actions.create({ name: "A", steps: [{ event: "other" }] });
  const acted = await watchTrend(hoglet, { ...signedUp, series: [{ kind: "ActionsNode", id: action.id }] });
  const cohort = await hoglet.cohorts.create({
    name: "C",
    groups: [{ properties: [{ key: "size", type: "person", value: "big" }] }],
  });
  const inCohort = await watchTrend(hoglet, {
    ...signedUp,
    properties: [{ type: "cohort", key: "id", value: cohort.id }],
  });
  assert.equal(
    [people, acted, inCohort].map(({ answers }) => total(answers[0] as Answer)),
    [2, 0, 0],
  );

  await hoglet.capture({ event: "$identify", distinct_id: "u1", properties: { $set: { size: "big" } } });
  await inCohort.until((answer) => total(answer) === 1);
  await hoglet.capture({ event: "$create_alias", distinct_id: "u1", properties: { alias: "u3" } });
  await hoglet.capture({ event: "$merge_dangerously", distinct_id: "u1", properties: { alias: "u2" } });
  await people.until((answer) => total(answer) === 1);
  await inCohort.until((answer) => total(answer) === 2);
  await hoglet.actions.update(action.id, { steps: [{ event: "signed up" }] });
  await acted.until((answer) => total(answer) === 2);
  const { results } = await hoglet.persons.list();
  await hoglet.persons.delete(Number(results[0]?.id), { delete_events: true } as never);
  await hoglet.deletions.runNow();
  for (const each of [people, acted, inCohort]) await each.until((answer) => total(answer) === 0);
  await hoglet.close();
});

watch("follows the clock into another day", async () => {
  let nowMs = NOW;
  const hoglet = await open({ now: () => nowMs });
  await signUp(hoglet, "u1");
  const { until } = await watchTrend(hoglet);
  await until((answer) => total(answer) === 1);
  nowMs += 3 * 86_400_000;
  await until((answer) => total(answer) === 0);
  await hoglet.close();
});

watch("sees the commits of another handle on the same file", async () => {
  const folder = tempFolder();
  const file = folder.file("two.db");
  const [mine, theirs] = [await open({ file }), await open({ file })];
  const { until } = await watchTrend(mine);
  await signUp(theirs, "u1");
  await until((answer) => total(answer) === 1);
  await mine.close();
  await theirs.close();
  folder.remove();
});

watch("gives a slow listener the newest answer, not each", async () => {
  const hoglet = await open();
  const seen: number[] = [];
  let go: (() => void) | undefined;
  const { promise: held, resolve } = Promise.withResolvers<void>();
  const other = await watchTrend(hoglet);
  await hoglet.watch(signedUp, async (answer) => {
    seen.push(total(answer as never));
    if (seen.length === 2) await held;
    go?.();
  });
  await signUp(hoglet, "u1");
  await other.until((answer) => total(answer) === 1);
  await signUp(hoglet, "u2");
  await other.until((answer) => total(answer) === 2);
  await signUp(hoglet, "u3");
  await other.until((answer) => total(answer) === 3);
  const keepAlive = setTimeout(() => {}, 600_000);
  const done = new Promise<void>((wake) => (go = () => void (seen.at(-1) === 3 && wake())));
  resolve();
  await done;
  clearTimeout(keepAlive);
  assert.equal(seen, [0, 1, 3]);
  await hoglet.close();
});

watch("refuses a question that cannot be answered, and a listener that is none", async () => {
  const hoglet = await open();
  const refused = async (...args: unknown[]) => {
    const method = hoglet.watch as (...given: unknown[]) => Promise<unknown>;
    return method(...args).then(
      () => "answered",
      (error: { status?: number; attr?: string }) => `${String(error.status)} ${String(error.attr)}`,
    );
  };
  assert.is(
    await refused({ kind: "TrendsQuery", series: [{ event: "a", id: 1 }], interval: "eon" }, () => {}),
    "400 null",
  );
  assert.is(await refused({ kind: "HogQLQuery", query: "select nothing from nowhere" }, () => {}), "400 null");
  assert.is(await refused(signedUp), "400 listener");
  assert.is(await refused(signedUp, () => {}, { everyMs: -1 }), "400 everyMs");
  assert.is(await refused(signedUp, () => {}, { signal: AbortSignal.abort() }), "499 null");
  await hoglet.close();
  assert.match(await refused(signedUp, () => {}), "null");
});

watch("tells of an error of a later asking and of the listener, and goes on", async () => {
  const logged: string[] = [];
  const logger = { debug() {}, info() {}, warn() {}, error: (message: string) => void logged.push(message) };
  let isDown = false;
  const engine: OpenEngine = () => ({
    async ask() {
      if (isDown) throw new Error("down");
      return { series: [[{ key: { type: "whole" }, data: [1, logged.length] }]] } as never;
    },
  });
  const hoglet = await open({ logger: logger as never, engine });
  const counted = collect<Answer>();
  const failed = collect<unknown>();
  await hoglet.watch(signedUp, counted.listener as never, { onError: failed.listener });
  isDown = true;
  await signUp(hoglet, "u1");
  await failed.until((error) => error instanceof Error && error.message === "down");
  isDown = false;
  logged.push("another answer");
  await signUp(hoglet, "u1");
  await counted.until((answer) => total(answer) === 2);
  const thrown = collect<number>();
  await hoglet.watch(signedUp, () => {
    thrown.listener(1);
    throw new Error("mine");
  });
  assert.is(thrown.answers.length, 1);
  assert.ok(logged.includes("A watched question failed."));
  await hoglet.close();
});

watch("ends by close, by the signal and with the handle", async () => {
  const hoglet = await open();
  const stop = new AbortController();
  const closing = await watchTrend(hoglet);
  const aborted = await watchTrend(hoglet, signedUp, { signal: stop.signal });
  const going = await watchTrend(hoglet);
  closing.watching.close();
  closing.watching.close();
  stop.abort();
  await signUp(hoglet, "u1");
  await going.until((answer) => total(answer) === 1);
  assert.is(closing.answers.length, 1);
  assert.is(aborted.answers.length, 1);
  await hoglet.close();
});

watch("leaves nothing behind for a signal that had aborted before", async () => {
  const { ctx, close } = openWorld();
  const refused = await listenToAnswers(
    ctx,
    { id: 1 },
    { query: signedUp },
    { listener() {}, signal: AbortSignal.abort() },
  ).catch((error: unknown) => error as HogletError);
  assert.is((refused as HogletError).status, 499);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.is(ctx.watches.questions.size, 0);
  close();
});

watch.run();
