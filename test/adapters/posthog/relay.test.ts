import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { H3, toNodeHandler } from "h3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { h3Adapter } from "../../../adapters/h3/index.ts";
import { forwardTo, serveStatus } from "../../../adapters/posthog/index.ts";
import { createHoglet } from "../../../lib/index.ts";
import { readWireFixtures, toRequest, WIRE_TOKEN } from "../../clients/wire-fixture.ts";
import { sideOf } from "./support/sides.ts";
import { NOW_MS } from "./support/story.ts";
import { closeUpstreams, listen } from "./support/upstream.ts";
import { whenAll } from "../../support/rounds.ts";

const CAPTURES = /^\/(?:batch|e|i\/v0\/e|i\/v1\/analytics\/events|capture|track|engage)\b/;

/** A user's app with a hoglet mounted below one of its paths. */
async function serve(app: H3): Promise<{ url: string; close(): void }> {
  const server = createServer(toNodeHandler(app));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const relay = suite("the relay");

whenAll(relay)("what clients send to the app's own origin ends upstream as if they had sent it there", async () => {
  const clock = { nowMs: NOW_MS };
  // Values that clients leave to the server must be the same on both ways.
  const create = () => createHoglet({ now: () => clock.nowMs, projectToken: WIRE_TOKEN, random: counting() });
  const [mine, theirs, direct] = [await create(), await create(), await create()];
  const upstream = await listen(theirs);
  const app = await serve(new H3().mount("/ingest", h3Adapter(mine)));
  const straight = await serve(new H3().mount("/ingest", h3Adapter(direct)));
  const outbox = await forwardTo(mine, { host: upstream.url, projectToken: WIRE_TOKEN });
  const fixtures = [...readWireFixtures().values()].filter(({ path }) => CAPTURES.test(path));
  assert.ok(fixtures.length > 12);
  for (const fixture of fixtures) {
    for (const { url } of [app, straight]) {
      const { body, headers = {}, method } = toRequest(fixture) as RequestInit & { headers: Record<string, string> };
      // fetch sets those of the connection itself.
      const kept = Object.entries(headers).filter(
        ([name]) => !/^(?:host|connection|content-length|accept-encoding|transfer-encoding|sec-|keep-alive)/.test(name),
      );
      const sent = { method: method ?? "POST", headers: Object.fromEntries(kept), ...(body && { body }) };
      const response = await fetch(`${url}/ingest${fixture.path}`, sent);
      assert.is(response.status, 200, `${fixture.call}: ${await response.text()}`);
    }
    clock.nowMs += 1000;
    // Later than the direct one: nothing may move by it.
    await outbox.runDue();
  }
  assert.equal((await outbox.status()).set_aside, []);
  const [relayed, expected] = [await sideOf(theirs), await sideOf(direct)];
  assert.ok(expected.events.length > fixtures.length);
  assert.equal(relayed, expected);
  await outbox.close();
  app.close();
  straight.close();
  await upstream.close();
  await Promise.all([mine.close(), theirs.close(), direct.close()]);
});

/** Bytes that count up. */
function counting(): (sizeBytes: number) => Uint8Array {
  let next = 0;
  return (sizeBytes) => Uint8Array.from({ length: sizeBytes }, () => next++ % 251);
}

relay.after(closeUpstreams);
relay.run();

const status = suite("serveStatus");

status("the status is for keys that may read the project, as JSON, by GET alone", async () => {
  const hoglet = await createHoglet({ now: () => NOW_MS, personalApiKey: "phx_reader" });
  const theirs = await createHoglet({ projectToken: "phc_theirs" });
  const upstream = await listen(theirs);
  const outbox = await forwardTo(hoglet, { host: upstream.url, projectToken: "phc_theirs" });
  await hoglet.capture({ event: "x", distinct_id: "u" });
  await outbox.flush();
  const app = await serve(new H3().mount("/outbox", { fetch: serveStatus(hoglet, outbox) }));
  const ask = (init: RequestInit) => fetch(`${app.url}/outbox`, init);
  const narrow = await hoglet.keys.create({ label: "narrow", scopes: ["person:read"] });
  assert.is((await ask({})).status, 401);
  assert.is((await ask({ headers: { authorization: "Bearer phx_wrong" } })).status, 401);
  assert.is((await ask({ headers: { authorization: `Bearer ${narrow.value}` } })).status, 403);
  assert.is((await ask({ method: "DELETE" })).status, 405);
  const answer = await ask({ headers: { authorization: "Bearer phx_reader" } });
  assert.equal(await answer.json(), JSON.parse(JSON.stringify(await outbox.status())));
  app.close();
  await outbox.close();
  await upstream.close();
  await Promise.all([hoglet.close(), theirs.close()]);
});

status.after(closeUpstreams);
status.run();
