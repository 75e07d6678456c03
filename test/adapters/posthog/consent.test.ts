import { setImmediate as nextTurn } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closeUpstreams } from "./support/upstream.ts";
import { createWorld, DAY_MS, numbersOf, ping, pings } from "./support/world.ts";

const consent = suite("forwardTo: consent");

consent("off: nothing leaves, what waits stays, and what arrives meanwhile never leaves", async () => {
  const world = await createWorld();
  world.faults.push({ status: 500 });
  await world.mine.capture(pings(1));
  await world.outbox.runDue();
  await world.outbox.consent(false);
  await world.mine.capture([ping(1), ping(2)]);
  world.clock.nowMs += DAY_MS;
  const off = await world.outbox.flush();
  assert.equal([off.state, off.consent, off.pending.events], ["off", false, 1]);
  assert.is(world.upstream.requests.length, 1);
  await world.outbox.consent(true);
  await world.mine.capture([ping(3)]);
  const on = await world.outbox.flush();
  assert.equal([on.state, on.delivered, on.withheld], ["idle", 2, 2]);
  assert.equal(await numbersOf(world.theirs), [0, 3]);
  await world.close();
});

consent("whileOff keep sends what arrived meanwhile once it is on", async () => {
  const world = await createWorld({ whileOff: "keep" });
  await world.outbox.consent(false);
  await world.mine.capture(pings(2));
  assert.is((await world.outbox.flush()).pending.events, 2);
  await world.outbox.consent(true);
  assert.is((await world.outbox.flush()).delivered, 2);
  await world.close();
});

consent("the switch is on disk: the next process finds it, whatever its option says", async () => {
  const world = await createWorld();
  await world.outbox.consent(false);
  await world.outbox.close();
  const next = await world.open({ consent: true });
  await world.mine.capture(pings(1));
  await next.flush();
  assert.is(world.upstream.requests.length, 0);
  await world.close();
});

consent("without consent from the beginning nothing of before ever leaves", async () => {
  const world = await createWorld({ consent: false });
  await world.mine.capture(pings(2));
  await world.outbox.flush();
  await world.outbox.consent(true);
  await world.mine.capture([ping(2)]);
  const status = await world.outbox.flush();
  assert.equal([status.withheld, status.delivered], [2, 1]);
  assert.equal(await numbersOf(world.theirs), [2]);
  await world.close();
});

consent("switching it off breaks off the request on its way", async () => {
  const world = await createWorld();
  await world.mine.capture(pings(1));
  const requests: AbortSignal[] = [];
  const hanging = await world.open({
    fetch: (_, { signal } = {}) =>
      new Promise((_resolve, reject) => {
        if (!signal) return;
        requests.push(signal);
        signal.addEventListener("abort", () => reject(new Error("broken off")));
      }),
  });
  const flushing = hanging.flush();
  while (requests.length === 0) await nextTurn();
  await hanging.consent(false);
  assert.equal(
    requests.map(({ aborted }) => aborted),
    [true],
  );
  assert.is((await flushing).delivered, 0);
  await world.close();
});

consent.after(closeUpstreams);
consent.run();
