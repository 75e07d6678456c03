import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createExpressionTests } from "../../../lib/questions/index.ts";
import { toClock } from "../../../lib/base/clock.ts";
import { createLive, toEventStream } from "../../../lib/log/list/index.ts";
import { createHoglet } from "../../../lib/index.ts";
import { openDatabase } from "../../../lib/log/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";

async function opened(heartbeatMs?: number) {
  const folder = tempFolder();
  const hoglet = await createHoglet({ file: folder.file("stream.db") });
  const db = openDatabase({ file: folder.file("stream.db"), durability: "normal" });
  const live = createLive({
    db,
    clock: toClock(undefined),
    expressions: createExpressionTests({ db, clock: toClock(undefined) }),
  });
  const stream = toEventStream(live.subscribe(hoglet.project.id), heartbeatMs);
  const close = async () => {
    live.close();
    db.close();
    await hoglet.close();
    folder.remove();
  };
  return { hoglet, live, stream, close };
}

const streaming = suite("toEventStream");

streaming("says hello, then each event with its place in the log", async () => {
  const { hoglet, stream, close } = await opened();
  await hoglet.capture({ event: "two\nlines", distinct_id: "u1" });
  assert.is((await stream.next()).value, ": connected\n\n");
  const text = String((await stream.next()).value);
  const match = /^id: 1\ndata: (.+)\n\n$/.exec(text);
  assert.ok(match, text);
  assert.equal(JSON.parse(match[1] ?? ""), (await hoglet.events.list()).results[0]);
  await close();
});

streaming("says something while nothing happens, and misses no event over it", async () => {
  const { hoglet, live, stream, close } = await opened(1);
  const keepAlive = setTimeout(() => {}, 600_000);
  await stream.next();
  assert.is((await stream.next()).value, ": heartbeat\n\n");
  await hoglet.capture({ event: "one", distinct_id: "u1" });
  live.publish();
  let text = "";
  while (text === "" || text.startsWith(":")) text = String((await stream.next()).value ?? "done");
  assert.match(text, /^id: 1\n/);
  clearTimeout(keepAlive);
  await close();
});

streaming("ends when it is left while it waits, and when the live side closes", async () => {
  const left = await opened();
  await left.stream.next();
  const waiting = left.stream.next();
  await left.stream.return?.();
  assert.is((await waiting).done, true);
  await left.close();

  const closed = await opened();
  await closed.stream.next();
  const pending = closed.stream.next();
  closed.live.close();
  assert.is((await pending).done, true);
  await closed.close();
});

streaming.run();
