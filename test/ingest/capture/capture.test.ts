import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../lib/base/errors.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet, HogletOptions } from "../../../lib/index.ts";
import { captureEvents } from "../../../lib/ingest/capture/index.ts";
import type { CapturedEvent } from "../../../lib/ingest/capture/index.ts";
import { getProject } from "../../../lib/admin/projects/index.ts";
import { ping } from "../../support/capture-case.ts";
import { NOW_MS, openWorld } from "../../support/world.ts";

const EVENT = { api_key: "phc_demo", event: "ping", distinct_id: "u1" };
const OK = '200 application/json {"status":"Ok"}';

function open(options: HogletOptions = {}): Promise<Hoglet> {
  return createHoglet({ projectToken: "phc_demo", now: () => NOW_MS, ...options });
}

async function post(hoglet: Hoglet, path: string, body: unknown): Promise<string> {
  return toLine(await hoglet.fetch(path, { method: "POST", body: JSON.stringify(body) }));
}

async function toLine(response: Response): Promise<string> {
  const type = response.headers.get("content-type") ?? "";
  return `${response.status} ${type.split(";")[0] ?? ""} ${await response.text()}`.trimEnd();
}

const requests = suite("captureRequest");

requests("an event's uuid in every form that the service takes is one event, at every door", async () => {
  const uuid = "fe12f623-1a92-4a1f-8ea8-ee95bee0c0de";
  for (const form of [
    uuid.replaceAll("-", ""),
    uuid.toUpperCase(),
    `{${uuid}}`,
    `urn:uuid:${uuid}`,
    `URN:UUID:${uuid}`,
  ]) {
    await using hoglet = await open();
    for (const path of ["/e/", "/capture/", "/i/v0/e/", "/track/", "/batch/"]) {
      const sent = { ...EVENT, uuid: form };
      const body = path === "/batch/" ? { api_key: "phc_demo", batch: [sent] } : sent;
      assert.match(await post(hoglet, path, body), /^200/, `${path} ${form}`);
    }
    await hoglet.capture({ event: "ping", distinct_id: "u1", uuid: form });
    await hoglet.capture({ event: "ping", distinct_id: "u1", uuid });
    const { results } = await hoglet.events.list();
    assert.equal(
      results.map((event) => event.uuid),
      [uuid],
      form,
    );
  }
});

requests("A1 every route takes an event, with and without the slash at its end", async () => {
  const hoglet = await open();
  const paths = ["/e", "/i/v0/e", "/capture", "/track", "/engage", "/batch"].flatMap((path) => [path, `${path}/`]);
  for (const [index, path] of paths.entries()) {
    assert.is(await post(hoglet, path, { ...EVENT, distinct_id: `u${index}` }), OK, path);
  }
  assert.is((await hoglet.persons.list()).count, paths.length);
  await hoglet.close();
});

requests("A2 A7 A8 by GET, in a batch, without a name on /engage", async () => {
  const hoglet = await open();
  const data = Buffer.from(JSON.stringify(EVENT)).toString("base64");
  assert.is(await toLine(await hoglet.fetch(`/e/?data=${encodeURIComponent(data)}`)), OK);
  assert.is(await toLine(await hoglet.fetch(`/e/?data=${encodeURIComponent(JSON.stringify(EVENT))}`)), OK);
  const batch = [ping("u2"), ping("u3")];
  assert.is(await post(hoglet, "/e/", { api_key: "phc_demo", batch }), OK);
  assert.is(await post(hoglet, "/engage/", { $token: "phc_demo", $distinct_id: "u1", $set: { plan: "pro" } }), OK);
  const { results } = await hoglet.persons.list({ distinct_id: "u1" });
  assert.is(results[0]?.properties["plan"], "pro");
  assert.is((await hoglet.persons.list()).count, 3);
  await hoglet.close();
});

requests("A4 a preflight is answered for the origin and the headers that ask", async () => {
  const hoglet = await open();
  const headers = { origin: "https://app.test", "access-control-request-headers": "x-a" };
  const response = await hoglet.fetch("/e/", { method: "OPTIONS", headers });
  assert.is(response.status, 200);
  assert.is(response.headers.get("access-control-allow-origin"), "https://app.test");
  assert.is(response.headers.get("access-control-allow-credentials"), "true");
  assert.is(response.headers.get("access-control-allow-methods"), "GET, POST, OPTIONS");
  assert.is(response.headers.get("access-control-allow-headers"), "x-a");
  await hoglet.close();
});

requests("A4 refusals carry the headers too, or a browser could not read them", async () => {
  const hoglet = await open();
  const init = { method: "POST", body: "{}", headers: { origin: "https://app.test" } };
  const response = await hoglet.fetch("/e/", init);
  assert.is(response.status, 400);
  assert.is(response.headers.get("access-control-allow-origin"), "https://app.test");
  await hoglet.close();
});

requests("A5 a beacon gets 204 and no body, after its event is stored", async () => {
  const hoglet = await open();
  const body = JSON.stringify(EVENT);
  const response = await hoglet.fetch("/e/?beacon=1", { method: "POST", body });
  assert.equal([response.status, await response.text()], [204, ""]);
  assert.is((await hoglet.persons.list()).count, 1);
  await hoglet.close();
});

requests("A10 the root says what it is", async () => {
  const hoglet = await open();
  const response = await hoglet.fetch("/");
  assert.equal([response.status, await response.text()], [200, "capture"]);
  await hoglet.close();
});

requests(
  "C13 an unknown token is refused with 401, so that a mistyped one shows; in open mode it makes a project",
  async () => {
    const strict = await open();
    const unknown = { ...EVENT, api_key: "phc_unknown" };
    assert.match(await post(strict, "/e/", unknown), /^401 text\/plain API key is not valid: /);
    assert.is((await strict.projects.list()).count, 1);
    assert.is((await strict.persons.list()).count, 0);
    await strict.close();

    const ids: number[] = [];
    for (let run = 0; run < 2; run++) {
      const hoglet = await open({ openMode: true });
      assert.is(await post(hoglet, "/e/", unknown), OK);
      assert.is(await post(hoglet, "/e/", unknown), OK);
      const { results } = await hoglet.projects.list();
      const made = results.find((project) => project.api_token === "phc_unknown");
      assert.is(results.length, 2);
      assert.is((await hoglet.persons.list({ project: made?.id ?? 0 })).count, 1);
      ids.push(made?.id ?? 0);
      await hoglet.close();
    }
    assert.is(ids[0], ids[1]);
  },
);

requests("F25 of an event that is sent again after a while the first arrival counts", async () => {
  const world = openWorld();
  const event = { ...ping("u"), uuid: "0198f0a0-0000-7000-8000-00000000000a", offset: 2992 };
  for (let sent = 0; sent < 3; sent++) {
    await world.capture(event, { way: "over HTTP" });
    world.clock.nowMs += 3000;
  }
  assert.equal(
    world.events().map(({ timestamp }) => timestamp),
    [new Date(NOW_MS - 2992).toISOString()],
  );
  world.close();
});

requests.run();

const inProcess = suite("captureEvents");

inProcess("takes an event the same whether its fields are plain or not, as over the wire", async () => {
  const uuid = "0198F0A0-0000-7000-8000-00000000000A";
  const timestamp = "2024-06-01T00:00:00.000Z";
  const plain = { event: "a", distinct_id: "u", uuid, timestamp, properties: { n: 1, on: true, none: null } };
  const ways: Record<string, unknown>[] = [
    plain,
    { ...plain, $set: undefined },
    { ...plain, $set: {} },
    { ...plain, unknown: { deep: [1] } },
    { ...plain, distinct_id: undefined, $distinct_id: "u" },
    { ...plain, token: "phc_other" },
    { ...plain, properties: { ...plain.properties, gone: undefined } },
  ];
  for (const given of ways) {
    const world = openWorld();
    await captureEvents(world.ctx, getProject(world.ctx, 1), given as unknown as CapturedEvent);
    const [stored] = world.events();
    const { $set: _, ...properties } = stored?.properties ?? {};
    assert.equal(
      { ...stored, properties, person: null },
      {
        event: "a",
        distinct_id: "u",
        timestamp,
        properties: plain.properties,
        elements: null,
        person: null,
      },
    );
    const bytes = world.ctx.db.sql("SELECT uuid FROM events").pluck().get() as Buffer;
    assert.is(bytes.toString("hex"), "0198f0a000007000800000000000000a");
    world.close();
  }
});

inProcess("an event without $set leaves a known person's row alone, and a personless one too", async () => {
  const world = openWorld();
  await world.capture({ event: "a", distinct_id: "u", $set: { plan: "pro" } });
  const before = world.person("u");
  await world.capture([
    { event: "b", distinct_id: "u" },
    { event: "b", distinct_id: "u", properties: { $process_person_profile: false } },
  ]);
  assert.equal(world.person("u"), before);
  assert.is(world.events().length, 3);
  world.close();
});

inProcess("refuses what is no event with 400, naming what is wrong, and stores nothing", async () => {
  const world = openWorld();
  const project = getProject(world.ctx, 1);
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  const faults: [given: unknown, detail: RegExp][] = [
    [[], /at least one event/],
    [null, /event object, not null/],
    ["ping", /event object, not string/],
    [{ distinct_id: "u" }, /event name/],
    [{ event: "", distinct_id: "u" }, /empty event name/],
    [{ event: "a" }, /distinct_id/],
    [{ event: "a", distinct_id: "u", properties: null }, /properties must be an object/],
    [{ event: "a", distinct_id: "u", properties: [1] }, /properties must be an object/],
    [{ event: "a", distinct_id: "u", properties: "abc" }, /properties must be an object/],
    [{ event: "a", distinct_id: "u", properties: { big: 1n } }, /BigInt/],
    [{ event: "a", distinct_id: "u", properties: circle }, /deep|circular/],
    [{ event: "a", distinct_id: "u", uuid: "x" }, /uuid is malformed/],
    [{ event: "a", distinct_id: "u", $set: "x" }, /\$set must be an object/],
  ];
  for (const [given, detail] of faults) {
    const refusal = await captureEvents(world.ctx, project, given as CapturedEvent).catch((error: unknown) => error);
    assert.instance(refusal, HogletError, String(detail));
    assert.is((refusal as HogletError).status, 400);
    assert.match((refusal as HogletError).detail, detail);
  }
  assert.equal(world.events(), []);
  world.close();
});

inProcess("takes what JSON makes of a value: dates as text, undefined as nothing, no number as null", async () => {
  const world = openWorld();
  const properties = {
    at: new Date(0),
    none: undefined,
    nan: Number.NaN,
    map: new Map([["a", 1]]),
    deep: { at: new Date(0) },
  };
  await world.capture({ event: "a", distinct_id: "u", properties });
  const epoch = "1970-01-01T00:00:00.000Z";
  assert.equal(world.events()[0]?.properties, { at: epoch, nan: null, map: {}, deep: { at: epoch } });
  world.close();
});

inProcess.run();
