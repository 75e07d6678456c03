import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CaptureQueue } from "../../../lib/ingest/capture/queue.ts";
import { openRest } from "../../http/ask.ts";

const parts = suite("storeItems");

/** Five thousand events of one request. */
const EVENTS = Array.from({ length: 5000 }, (_, at) => ({
  event: "seen",
  distinct_id: `u${at % 7}`,
  uuid: `018f2a77-c0d1-7b5e-8c9a-${String(at).padStart(12, "0")}`,
  properties: { at },
}));

/** A database whose queue records the sizes of its parts, and fails at the given part. */
function open(failsAt = Infinity) {
  const rest = openRest();
  const queue = rest.ctx.queue as { -readonly [Key in keyof CaptureQueue]: CaptureQueue[Key] };
  const sizes: number[] = [];
  const { push } = queue;
  queue.push = (size, work) => {
    sizes.push(size);
    return sizes.length === failsAt ? Promise.reject(new Error("no")) : push(size, work);
  };
  const heal = () => void (queue.push = push);
  const send = () => rest.ask("POST", "/batch/", { body: { api_key: "phc_demo", batch: EVENTS }, key: null });
  const places = () =>
    rest.ctx.db
      .sql("SELECT properties FROM events ORDER BY seq")
      .pluck()
      .all()
      .map((text) => JSON.parse(String(text)).at);
  return { ...rest, sizes, heal, send, places };
}

parts("of a long request are 1,000 events each, in order, and all are there when it is answered", async () => {
  const { send, sizes, places, close } = open();
  assert.is((await send()).status, 200);
  assert.equal(sizes, [1000, 1000, 1000, 1000, 1000]);
  assert.equal(places(), Array.from(EVENTS.keys()));
  close();
});

parts("after one that failed are not stored; the request sent again stores each event once", async () => {
  const { send, heal, places, close } = open(2);
  assert.ok((await send()).status >= 500);
  assert.is(places().length, 1000);
  heal();
  assert.is((await send()).status, 200);
  assert.equal(places(), Array.from(EVENTS.keys()));
  close();
});

parts.run();
