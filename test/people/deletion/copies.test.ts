import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, HogletError } from "../../../lib/index.ts";
import type { EngineSource, ErasedCopy, Hoglet } from "../../../lib/index.ts";

// An engine with a copy that only counts: test/scale erases in ClickHouse itself.

const copies = suite("copies of deleted events");

type Erase = (source: EngineSource) => Promise<ErasedCopy>;

/** A handle whose engine erases as the state says. */
async function openWith(erase: Erase, isFollowing = true) {
  const state = { erase, calls: 0 };
  let source: EngineSource | undefined;
  const hoglet = await createHoglet({
    now: "2024-06-10T12:00:00Z",
    engine(given) {
      source = given;
      return {
        ask: () => Promise.reject(new Error("It was asked.")),
        async erase() {
          state.calls++;
          return state.erase(given);
        },
      };
    },
  });
  // The run that catches up after opening is over then: on a busy machine it would come in between, and erase once more.
  await new Promise((resolve) => setTimeout(resolve));
  await hoglet.runDue();
  if (isFollowing) await source?.feed.follow("other");
  return { hoglet, state };
}

const down: Erase = async () => {
  throw new HogletError({ status: 503, type: "server_error", code: "engine_down", detail: "It does not answer." });
};

/** An erasing after which the copy has so many events. */
function erased(count: number): Erase {
  return async ({ feed }) => ({
    follower: "other",
    rows: { events: 7 },
    events: { untilSeq: (await feed.newest()).events, counts: new Map([[1, count]]) },
  });
}

/** Three events, of which one goes. */
async function removeDebug(hoglet: Hoglet) {
  await hoglet.capture(["debug", "seen", "seen"].map((event) => ({ event, distinct_id: "a" })));
  await hoglet.deletions.request({ kind: "events_by_name", key: "debug" });
  const [deletion] = await hoglet.deletions.runNow();
  return deletion?.receipt;
}

async function copiesOf(hoglet: Hoglet) {
  const { results } = await hoglet.deletions.list();
  return results.map(({ receipt }) => receipt?.copies);
}

const WAITING = { name: "other", erased_at: null, erased: null, kept: null };
const ERASED = {
  name: "other",
  erased_at: "2024-06-10T12:00:00Z",
  erased: { events: 7 },
  kept: { database: 2, copy: 2 },
};

copies("are not part of a receipt where nobody follows", async () => {
  const { hoglet, state } = await openWith(erased(2), false);
  assert.is((await removeDebug(hoglet))?.copies, undefined);
  assert.is(state.calls, 0);
  await hoglet.close();
});

copies("are erased by the run, and their events counted", async () => {
  const { hoglet } = await openWith(erased(2));
  const receipt = await removeDebug(hoglet);
  assert.is(receipt?.deleted["events"], 1);
  assert.equal(receipt?.copies, [ERASED]);
  await hoglet.close();
});

copies("that cannot be reached, or have another number of events, are erased by a later run", async () => {
  const { hoglet, state } = await openWith(down);
  assert.equal((await removeDebug(hoglet))?.copies, [WAITING]);
  state.erase = erased(3);
  await hoglet.deletions.runNow();
  assert.equal(await copiesOf(hoglet), [[WAITING]]);
  state.erase = erased(2);
  await hoglet.deletions.runNow();
  assert.equal(await copiesOf(hoglet), [[ERASED]]);
  assert.is(state.calls, 3);
  await hoglet.deletions.runNow();
  assert.is(state.calls, 3, "nothing waits any more");
  await hoglet.close();
});

copies("of a person that was deleted without its events are erased too", async () => {
  const { hoglet } = await openWith(erased(1));
  await hoglet.capture({ event: "seen", distinct_id: "a", properties: { $set: { email: "a@example.com" } } });
  const { results } = await hoglet.persons.list({ distinct_id: "a" });
  await hoglet.persons.delete(results[0]?.uuid ?? "");
  assert.equal(await copiesOf(hoglet), [[WAITING]]);
  await hoglet.deletions.runNow();
  assert.equal(await copiesOf(hoglet), [[{ ...ERASED, kept: { database: 1, copy: 1 } }]]);
  await hoglet.close();
});

copies.run();
