import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRequestLog } from "../../../adapters/explain/request-log.ts";

const HOUR_MS = 3_600_000;

function request(url: string, body: Uint8Array = new Uint8Array(0)) {
  return { method: "POST", url, headers: {}, body, ip: null };
}

/** A request of this browser. */
function from(agent: string) {
  return { ...request("/flags/"), headers: { "user-agent": `Mozilla/5.0 ${agent}/156.0.0.0` } };
}

const OK = { status: 200, headers: {}, body: "{}" };

const log = suite("createRequestLog");

log("is for the paths where events come in, with a slash at the end or without", () => {
  const { isFor } = createRequestLog({ now: () => 0, isAlways: true });
  for (const path of ["/e", "/e/", "/batch/", "/i/v0/e/", "/i/v1/analytics/events"]) assert.ok(isFor(path), path);
  for (const path of ["/", "/api/projects/1/events/", "/flags/", "/e/x", "/ui/"]) assert.not.ok(isFor(path), path);
});

log("keeps nothing before somebody looks, nor an hour after", () => {
  let nowMs = 1000;
  const { isFor, watch } = createRequestLog({ now: () => nowMs, isAlways: false });
  assert.not.ok(isFor("/e/"));
  watch();
  assert.ok(isFor("/e/"));
  nowMs += HOUR_MS - 1;
  assert.ok(isFor("/e/"));
  nowMs += 1;
  assert.not.ok(isFor("/e/"));
});

log("keeps the last 200, newest first", () => {
  const { keep, list } = createRequestLog({ now: () => 0, isAlways: true });
  for (let index = 1; index <= 205; index++) keep(request(`/e/?n=${index}`), OK, index);
  assert.is(list().length, 200);
  assert.equal([list()[0]?.receivedAtMs, list().at(-1)?.receivedAtMs], [205, 6]);
});

log("keeps 4 MiB of bodies in all, and of one larger than 64 KiB its size alone", () => {
  const { keep, list } = createRequestLog({ now: () => 0, isAlways: true });
  keep(request("/e/", new Uint8Array(64 * 1024 + 1)), OK, 0);
  assert.equal([list()[0]?.sizeBytes, list()[0]?.request.body.length], [64 * 1024 + 1, 0]);
  for (let index = 1; index <= 100; index++) keep(request("/e/", new Uint8Array(64 * 1024)), OK, index);
  assert.is(list().length, 64);
  assert.is(list().at(-1)?.receivedAtMs, 37);
});

log("keeps why a request was refused, but no preflights", () => {
  const { keep, list } = createRequestLog({ now: () => 0, isAlways: true });
  keep(request("/e/"), { status: 401, headers: {}, body: "API key is not valid" }, 0);
  keep({ ...request("/e/"), method: "OPTIONS" }, OK, 0);
  assert.equal(
    list().map(({ status, refusal }) => [status, refusal]),
    [[401, "API key is not valid"]],
  );
});

log(
  "knows of a headless browser that started posthog-js, until it sends an event or its requests are forgotten",
  () => {
    let nowMs = 1000;
    const { isStart, noteStart, silentBrowserAtMs, keep, forget } = createRequestLog({
      now: () => nowMs,
      isAlways: true,
    });
    for (const path of ["/array/phc_a/config.js", "/flags/", "/flags", "/decide/"]) assert.ok(isStart(path), path);
    for (const path of ["/e/", "/flags/definitions", "/api/projects/1/feature_flags"])
      assert.not.ok(isStart(path), path);
    noteStart(from("Chrome"));
    assert.is(silentBrowserAtMs(), null);
    noteStart(from("HeadlessChrome"));
    assert.is(silentBrowserAtMs(), 1000);
    keep(from("Chrome"), OK, 1500);
    assert.is(silentBrowserAtMs(), 1000);
    keep(from("HeadlessChrome"), OK, 2000);
    assert.is(silentBrowserAtMs(), null);
    nowMs = 3000;
    noteStart(from("HeadlessChrome"));
    forget(2999);
    assert.is(silentBrowserAtMs(), 3000);
    forget(3000);
    assert.is(silentBrowserAtMs(), null);
  },
);

log.run();
