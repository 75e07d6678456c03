import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { replayRoutes } from "../../lib/http/routes/replay.ts";
import { openRoutes, TOKEN } from "./flag-context.ts";

const good = { $session_id: "s-1", $window_id: "w-1", $snapshot_data: [{ type: 3 }] };

function toEvent(properties: object, token: string | undefined = TOKEN): object {
  return { event: "$snapshot", properties: { distinct_id: "u1", token, ...properties } };
}

const routes = suite("replayRoutes");

routes("O5 accept recordings of any shape and keep nothing", async () => {
  const { ctx, fetch } = openRoutes(replayRoutes);
  const bodies: (string | Uint8Array<ArrayBuffer>)[] = [
    JSON.stringify([toEvent(good), toEvent(good)]),
    JSON.stringify(toEvent({ ...good, $snapshot_data: { type: 3 } })),
    JSON.stringify({ api_key: TOKEN, batch: [toEvent({ ...good, $window_id: undefined }, undefined)] }),
    new Uint8Array(gzipSync(JSON.stringify([toEvent(good)]))),
  ];
  for (const body of bodies) {
    const reply = await fetch("/s/", { method: "POST", body });
    assert.is(reply.status, 200);
    assert.equal(await reply.json(), { status: "Ok" });
  }
  assert.is(ctx.db.sql("SELECT count(*) FROM events").pluck().get(), 0);
  assert.is(ctx.db.sql("SELECT count(*) FROM persons").pluck().get(), 0);
});

routes("answer a beacon with 204 and a preflight with 200", async () => {
  const { fetch } = openRoutes(replayRoutes);
  const beacon = await fetch("/s/?beacon=1", { method: "POST", body: JSON.stringify([toEvent(good)]) });
  assert.is(beacon.status, 204);
  assert.equal(await (await fetch("/s/", { method: "OPTIONS" })).json(), { status: "Ok" });
});

routes("O1, O2, O4 refuse with the exact plain text", async () => {
  const { fetch } = openRoutes(replayRoutes);
  const rows: [events: object[], status: number, text: string][] = [
    [[toEvent({ ...good, $session_id: undefined })], 400, "replay event submitted without session id"],
    [[toEvent({ ...good, $session_id: "abc def" })], 400, "replay event has invalid session id"],
    [[toEvent({ ...good, $session_id: "a".repeat(71) })], 400, "replay event has invalid session id"],
    [[toEvent({ ...good, $session_id: 5 })], 400, "replay event has invalid session id"],
    [[toEvent({ ...good, $window_id: 5 })], 400, "replay event submitted without window id"],
    [[toEvent({ ...good, $snapshot_data: undefined })], 400, "replay event submitted without snapshot data"],
    [[toEvent(good), toEvent({ ...good, $snapshot_data: "x" })], 400, "replay event submitted without snapshot data"],
    [[toEvent(good, "phc_unknown")], 401, "API key is not valid: unknown project token"],
    [[], 400, "request holds no event"],
  ];
  for (const [events, status, text] of rows) {
    const reply = await fetch("/s/", { method: "POST", body: JSON.stringify(events) });
    assert.is(reply.status, status, text);
    assert.is(await reply.text(), text);
  }
});

routes("takes a session id of 70 characters", async () => {
  const { fetch } = openRoutes(replayRoutes);
  const body = JSON.stringify([toEvent({ ...good, $session_id: "a".repeat(70) })]);
  assert.is((await fetch("/s", { method: "POST", body })).status, 200);
});

routes.run();
