import type { Engine } from "../../lib/port/engine.ts";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createDispatch, routes } from "../../lib/http/index.ts";
import { createHoglet } from "../../lib/index.ts";
import { openWorld } from "../support/world.ts";

const HEADERS = { authorization: "Bearer phx_test_key", "content-type": "application/json" };
const BODY = Buffer.from(JSON.stringify({ events: [{ id: "seen" }] }));
const NEXT = { method: "POST", url: "/api/projects/1/insights/trend/", headers: HEADERS, body: BODY, ip: null };

const requests = suite("the signal of a request");

requests("ends the question: whoever went away costs no more, and nothing is logged as a failure", async () => {
  const logged: string[] = [];
  const logger = { info: () => {}, warn: () => {}, error: (message: string) => void logged.push(message) };
  const { ctx, close } = openWorld({ logger });
  const stopped: unknown[] = [];
  // An engine that answers only after it is told to stop.
  const engine: Engine = {
    ask: (plan, { signal } = {}) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => {
          stopped.push(signal.reason);
          void ctx.engine.ask(plan, { signal }).catch(reject);
        });
      }),
  };
  const dispatch = createDispatch({ ...ctx, engine }, routes);
  const client = new AbortController();
  const answer = dispatch({ ...NEXT, signal: client.signal });
  setImmediate(() => client.abort("left"));
  const { status, body } = await answer;
  assert.is(status, 499);
  assert.match(String(body), /"code":"cancelled"/);
  assert.equal(stopped, ["left"]);
  assert.equal(logged, []);
  close();
});

requests("is that of hoglet.fetch too, which rejects as the global one does", async () => {
  await using hoglet = await createHoglet({ personalApiKey: "phx_test_key" });
  const reason = new Error("closed the tab");
  const ask = (signal: AbortSignal) => hoglet.fetch(NEXT.url, { method: "POST", headers: HEADERS, body: BODY, signal });
  const failed = await ask(AbortSignal.abort(reason)).catch((error: unknown) => error);
  assert.is(failed, reason);
  const leaving = new AbortController();
  const answer = ask(leaving.signal).catch((error: unknown) => error);
  leaving.abort(reason);
  assert.is(await answer, reason);
  assert.is((await ask(new AbortController().signal)).status, 200);
});

requests.run();
