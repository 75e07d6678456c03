import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inLargeRequestQueue } from "../../../lib/ingest/capture/large-request-queue.ts";

const queue = suite("inLargeRequestQueue");

queue("runs one after the other in the order of the calls, also after one that failed", async () => {
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
    if (name === "b") throw new Error("b");
    return name;
  };
  const results = await Promise.allSettled(["a", "b", "c"].map((name) => inLargeRequestQueue(work(name))));
  assert.equal(log, ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  assert.equal(
    results.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
});

queue("refuses the 65th with 503, and takes others once there is room", async () => {
  const gate = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 64 }, () => inLargeRequestQueue(() => gate.promise));
  const error = await inLargeRequestQueue(() => 1).catch((thrown: unknown) => thrown);
  assert.is((error as { status?: number }).status, 503);
  gate.resolve();
  await Promise.all(waiting);
  assert.is(await inLargeRequestQueue(() => 1), 1);
});

queue.run();
