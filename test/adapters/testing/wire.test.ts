import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTestHoglet } from "../../../adapters/testing/index.ts";
import type { TestHoglet } from "../../../adapters/testing/index.ts";

type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** The two ways in. */
const WAYS: [name: string, open: (hoglet: TestHoglet) => Promise<Send>][] = [
  ["fetch", async (hoglet) => hoglet.fetch],
  [
    "a socket",
    async (hoglet) => {
      const url = await hoglet.url();
      return (path, init) => fetch(url + path, init);
    },
  ],
];

const EVENT = { api_key: "phc_test", event: "signed up", distinct_id: "u1" };
const post = (content: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(content) });

for (const [name, open] of WAYS) {
  const requests = suite(`requests over ${name}`);

  requests("are kept raw and decoded, in the order of arrival, with what was answered", async () => {
    await using hoglet = await createTestHoglet();
    const send = await open(hoglet);
    const body = gzipSync(JSON.stringify({ api_key: "phc_test", batch: [{ event: "a", distinct_id: "u1" }] }));
    await send("/batch/?ip=1", { method: "POST", body, headers: { "content-encoding": "gzip", "x-mine": "yes" } });
    await send("/e/", post({ ...EVENT, api_key: "phc_unknown" }));
    await send("/e/", {
      method: "POST",
      body: "data=" + encodeURIComponent(Buffer.from(JSON.stringify(EVENT)).toString("base64")),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    await send("/e/", { method: "POST", body: "{broken" });
    const [first, second, third, fourth] = await hoglet.requests();
    assert.equal([first?.path, first?.target, first?.method, first?.status], ["/batch/", "/batch/?ip=1", "POST", 200]);
    assert.equal([Buffer.compare(first?.body ?? new Uint8Array(), body), first?.headers["x-mine"]], [0, "yes"]);
    assert.equal([first?.token, first?.events], ["phc_test", [{ event: "a", distinct_id: "u1" }]]);
    assert.equal(
      [second?.token, second?.status, second?.events],
      ["phc_unknown", 401, [{ ...EVENT, api_key: "phc_unknown" }]],
    );
    assert.match(second?.refusal ?? "", /./);
    assert.equal([third?.content, third?.refusal, third?.status], [EVENT, null, 200]);
    assert.equal([fourth?.content, fourth?.events, fourth?.status], [null, [], 400]);
    assert.equal(
      (await hoglet.requests({ refused: true })).map(({ status }) => status),
      [401, 400],
    );
    assert.is((await hoglet.requests({ path: "/batch", method: "post" })).length, 1);
  });

  requests.run();

  const faults = suite(`faults over ${name}`);

  faults("answer a status with headers and a body, so often, and the hoglet hears nothing", async () => {
    await using hoglet = await createTestHoglet();
    const send = await open(hoglet);
    hoglet.fail({ status: 503, retryAfterSeconds: 7, body: "later" }, { times: 2 });
    for (let time = 0; time < 2; time++) {
      const reply = await send("/e/", post(EVENT));
      assert.equal([reply.status, reply.headers.get("retry-after"), await reply.text()], [503, "7", "later"]);
    }
    assert.equal(await hoglet.events(), []);
    assert.is((await send("/e/", post(EVENT))).status, 200);
    assert.equal(
      (await hoglet.requests()).map(({ is_fault }) => is_fault),
      [true, true, false],
    );
  });

  faults("are for a path, a method or a token", async () => {
    await using hoglet = await createTestHoglet();
    const send = await open(hoglet);
    hoglet.fail({}, { path: "/batch", times: Infinity });
    hoglet.fail({ status: 418 }, { path: /^\/flags/g, method: "post", times: Infinity });
    hoglet.fail({ status: 402 }, { token: "phc_other" });
    const status = async (path: string, init?: RequestInit) => (await send(path, init)).status;
    assert.equal([await status("/batch/", post(EVENT)), await status("/batch", post(EVENT))], [500, 500]);
    assert.equal(
      [await status("/flags/", post({})), await status("/flags/?v=2", post({})), await status("/readyz")],
      [418, 418, 200],
    );
    assert.equal(
      [await status("/e/", post({ ...EVENT, api_key: "phc_other" })), await status("/e/", post(EVENT))],
      [402, 200],
    );
    hoglet.heal();
    assert.is(await status("/batch/", post(EVENT)), 200);
  });

  faults("delay the right answer", async () => {
    await using hoglet = await createTestHoglet();
    const send = await open(hoglet);
    hoglet.fail({ delayMs: 60 });
    // Timers run out in the order of their times, however late they all are.
    const order: string[] = [];
    setTimeout(() => order.push("50 ms"), 50);
    assert.is((await send("/e/", post(EVENT))).status, 200);
    order.push("answered");
    assert.equal(order, ["50 ms", "answered"]);
    assert.is((await hoglet.events()).length, 1);
  });

  faults("drop the connection, before or after the work was done", async () => {
    await using hoglet = await createTestHoglet();
    const send = await open(hoglet);
    for (const [isAnswerLost, stored] of [
      [false, 0],
      [true, 1],
    ] as const) {
      hoglet.fail({ drop: true, isAnswerLost });
      const error = await send("/e/", post(EVENT)).catch((reason: unknown) => reason);
      assert.equal([error instanceof TypeError, (error as Error).message], [true, "fetch failed"]);
      assert.is((await hoglet.events()).length, stored);
      assert.is((await hoglet.requests()).at(-1)?.status, null);
    }
  });

  faults("cut an answer in the middle, after the work was done", async () => {
    await using hoglet = await createTestHoglet();
    const send = await open(hoglet);
    hoglet.fail({ truncate: true });
    const reply = await send("/e/", post(EVENT));
    assert.is(reply.status, 200);
    assert.instance(await reply.text().catch((reason: unknown) => reason), Error);
    assert.is((await hoglet.events()).length, 1);
  });

  faults("are refused with fields that do not exist: they would be other faults", async () => {
    await using hoglet = await createTestHoglet();
    assert.throws(() => hoglet.fail({ stats: 503 } as object), /^fail: unknown field stats\. Did you mean "status"\?/);
    assert.throws(() => hoglet.fail({}, { time: 2 } as object), /unknown field time\. Did you mean "times"\?/);
  });

  faults("can be taken back", async () => {
    await using hoglet = await createTestHoglet();
    const send = await open(hoglet);
    const undo = hoglet.fail({ status: 500 }, { times: 5 });
    assert.is((await send("/e/", post(EVENT))).status, 500);
    undo();
    assert.is((await send("/e/", post(EVENT))).status, 200);
  });

  faults("let a real client try again until it gets through", async () => {
    await using hoglet = await createTestHoglet();
    const transport =
      name === "fetch" ? {} : { host: await hoglet.url(), fetch: (url: string, init: object) => fetch(url, init) };
    const posthog = await hoglet.posthog(transport as object);
    hoglet.fail({ drop: true }, { times: 2 });
    posthog.capture({ distinctId: "u1", event: "survived" });
    await hoglet.waitFor("survived", { timeout: 60_000 });
    assert.equal(
      (await hoglet.requests()).map(({ status }) => status),
      [null, null, 200],
    );
  });

  faults.run();
}

const server = suite("the loopback server");

server("answers HEAD, streams, and a page of another origin that it was told to fail", async () => {
  await using hoglet = await createTestHoglet();
  const url = await hoglet.url();
  assert.is(await hoglet.url(), url);
  assert.equal([(await fetch(`${url}/readyz`, { method: "HEAD" })).status, url.endsWith("/")], [200, false]);
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${hoglet.personalApiKey}` };
  const live = await fetch(`${url}/api/projects/1/events/live`, { headers, signal: stop.signal });
  const reader = live.body?.getReader();
  assert.match(new TextDecoder().decode((await reader?.read())?.value), /: connected/);
  await hoglet.capture({ event: "streamed", distinct_id: "u1" });
  assert.match(new TextDecoder().decode((await reader?.read())?.value), /"streamed"/);
  stop.abort();
  hoglet.fail({ status: 503 });
  const reply = await fetch(`${url}/e/`, { ...post(EVENT), headers: { origin: "https://app.example" } });
  assert.equal([reply.status, reply.headers.get("access-control-allow-origin")], [503, "https://app.example"]);
});

server.run();
