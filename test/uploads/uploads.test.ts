import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet, HogletOptions, ShownUpload } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

const KEY = "phx_uploads_key";

const LINES = ["a", "b", "c"].map((id, n) => ({
  event: "opened",
  distinct_id: id,
  timestamp: `2024-03-04T10:00:0${n}Z`,
  uuid: `0190a111-0000-7000-8000-00000000000${n}`,
  properties: { n },
}));
const TEXT = LINES.map((line) => `${JSON.stringify(line)}\n`).join("");

type Bytes = Uint8Array | AsyncIterable<Uint8Array>;

async function open(options: HogletOptions = {}) {
  const hoglet = await createHoglet({ personalApiKey: KEY, ...options });
  const ask = async (method: string, path: string, body?: object, key = KEY) => {
    const reply = await hoglet.handle({
      method,
      url: `/api/projects/${path}`,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: body === undefined ? new Uint8Array(0) : Buffer.from(JSON.stringify(body)),
      ip: null,
    });
    return toAnswer(reply);
  };
  const send = async (path: string, bytes: Bytes, headers: Record<string, string> = {}) => {
    const content = bytes instanceof Uint8Array ? { body: bytes } : { body: new Uint8Array(0), stream: bytes };
    const url = `/api/projects/${path}`;
    const key = { authorization: `Bearer ${KEY}`, "content-type": "application/octet-stream", ...headers };
    return toAnswer(await hoglet.handle({ method: "POST", url, headers: key, ...content, ip: null }));
  };
  /** Asks until the import has come to one of the states; each question lets the import go on. */
  const reach = async (path: string, ...states: ShownUpload["state"][]) => {
    for (;;) {
      const { body } = await ask("GET", path);
      if (states.includes(body.state)) return body;
      await nextTurn();
    }
  };
  return { hoglet, ask, send, reach };
}

function toAnswer({ status, body }: { status: number; body: unknown }) {
  const text = typeof body === "string" ? body : "";
  return {
    status,
    body: (text === "" ? {} : JSON.parse(text)) as ShownUpload & { detail: string; results: ShownUpload[] },
  };
}

const eventsOf = async (hoglet: Hoglet) => (await hoglet.events.list()).count;

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("hoglet-upload-"));

const uploads = suite("imports by HTTP");

// A folder of its own: tests of other files make uploads at the same time.
const temp = tempFolder();
const { TMPDIR } = process.env;
uploads.before(() => void (process.env["TMPDIR"] = temp.path));
uploads.after(() => {
  if (TMPDIR === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = TMPDIR;
  temp.remove();
});

uploads("a file is uploaded, looked at, and stored when it is told; a second time everything is known", async () => {
  const { hoglet, ask, send, reach } = await open();
  for (const [events, known] of [
    [3, 0],
    [0, 3],
  ]) {
    const sent = await send("1/imports?name=events.ndjson.gz", gzipSync(TEXT));
    assert.is(sent.status, 201);
    assert.equal([sent.body.state, sent.body.files[0]?.name], ["uploaded", "events.ndjson.gz"]);
    const path = `1/imports/${sent.body.id}`;
    assert.is((await ask("POST", `${path}/look`, {})).status, 202);
    const ready = await reach(path, "ready", "failed");
    assert.equal([ready.found?.from, ready.found?.files, ready.preview?.events], ["posthog", 1, 3]);
    assert.equal(
      (ready.preview?.sample as { distinct_id: string }[] | undefined)?.map((event) => event.distinct_id),
      ["a", "b", "c"],
    );
    assert.is(await eventsOf(hoglet), known, "nothing is stored before the start");
    assert.is((await ask("POST", `${path}/start`)).status, 202);
    const { counts } = await reach(path, "done", "failed");
    assert.equal([counts?.events, counts?.known], [events, known]);
    assert.is((await ask("DELETE", path)).status, 204);
    assert.is((await ask("GET", path)).status, 404);
  }
  assert.is(await eventsOf(hoglet), 3);
  await hoglet.close();
});

uploads("several files are one import, and a start while it reads stores at once", async () => {
  const { hoglet, ask, send, reach } = await open();
  const users = "user_id,identity,joindate\n7,u-7,2024-03-01 10:00:00\n";
  const pageviews = "event_id,user_id,session_id,time,domain,path\n1,7,5,2024-03-04 10:00:00,h.example,/in\n";
  const { body } = await send("1/imports?name=users.csv", Buffer.from(users));
  const path = `1/imports/${body.id}`;
  assert.is((await send(`${path}/files?name=..%2F..%2Fheap%2Fpageviews.csv`, Buffer.from(pageviews))).status, 201);
  await ask("POST", `${path}/look`, {});
  assert.is((await ask("POST", `${path}/start`)).status, 202);
  const done = await reach(path, "done", "failed");
  assert.equal([done.found?.from, done.counts?.events, done.counts?.links], ["heap", 1, 1]);
  assert.is((await hoglet.events.list()).results[0]?.event, "$pageview");
  await hoglet.close();
});

uploads("a mapping is tried until it fits; own lines show their beginning", async () => {
  const { hoglet, ask, send, reach } = await open();
  const { body } = await send("1/imports?name=orders.csv", Buffer.from("when,who,what\n4.3.2024,u,bought\n"));
  const path = `1/imports/${body.id}`;
  await ask("POST", `${path}/look`, {});
  const failed = await reach(path, "ready", "failed");
  assert.match(failed.error?.detail ?? "", /Its fields: when, who, what/);
  assert.is((await ask("POST", `${path}/start`)).status, 409);
  const map = "event=what,distinct_id=who,timestamp=when:d.M.yyyy";
  await ask("POST", `${path}/look`, { map });
  const ready = await reach(path, "ready", "failed");
  assert.equal([ready.preview?.events, ready.found?.map], [1, `${map},properties.*=*`]);

  const own = await send(
    "1/imports?name=own.ndjson",
    Buffer.from(`{"kind":"event","event":"e","distinct_id":"o","timestamp":"2024-03-04T10:00:00Z"}\n`),
  );
  await ask("POST", `1/imports/${own.body.id}/look`, {});
  const shown = await reach(`1/imports/${own.body.id}`, "ready", "failed");
  assert.equal([shown.found?.from, shown.preview?.events, shown.preview?.sample.length], ["hoglet", null, 1]);
  await ask("POST", `1/imports/${own.body.id}/start`);
  assert.is((await reach(`1/imports/${own.body.id}`, "done", "failed")).counts?.events, 1);
  await hoglet.close();
});

uploads("an upload that breaks off leaves nothing, a dropped one neither, and none outlives its handle", async () => {
  const before = folders();
  const { hoglet, ask, send, reach } = await open();
  async function* broken() {
    yield Buffer.from(TEXT);
    throw new Error("socket hang up");
  }
  const reply = await send("1/imports?name=a.ndjson", broken());
  assert.equal([reply.status, reply.body.detail], [400, "The upload broke off before its end."]);
  assert.equal((await ask("GET", "1/imports")).body.results, []);
  assert.equal(folders(), before);

  const { body } = await send("1/imports?name=a.ndjson", Buffer.from(TEXT));
  assert.is((await send(`1/imports/${body.id}/files?name=b.ndjson`, broken())).status, 400);
  assert.equal((await ask("GET", `1/imports/${body.id}`)).body.files, [{ name: "a.ndjson", size_bytes: TEXT.length }]);
  await ask("POST", `1/imports/${body.id}/look`, {});
  await reach(`1/imports/${body.id}`, "ready");
  assert.is((await ask("DELETE", `1/imports/${body.id}`)).status, 204);
  assert.equal(folders(), before);

  await send("1/imports?name=a.ndjson", Buffer.from(TEXT));
  assert.is(folders().length, before.length + 1);
  await hoglet.close();
  assert.equal(folders(), before);
});

uploads("an upload that nobody asks about for an hour is forgotten", async () => {
  const clock = { nowMs: Date.UTC(2024, 5, 10, 12) };
  const before = folders();
  const { hoglet, ask, send } = await open({ now: () => clock.nowMs });
  const { body } = await send("1/imports?name=a.ndjson", Buffer.from(TEXT));
  clock.nowMs += 3_500_000;
  await hoglet.runDue();
  assert.is((await ask("GET", `1/imports/${body.id}`)).status, 200);
  clock.nowMs += 3_500_000;
  await hoglet.runDue();
  assert.is((await ask("GET", `1/imports/${body.id}`)).status, 200, "the last question counts");
  clock.nowMs += 2 * 3_600_000;
  await hoglet.runDue();
  assert.is((await ask("GET", `1/imports/${body.id}`)).status, 404);
  assert.equal(folders(), before);
  await hoglet.close();
});

uploads("pieces go to disk as they arrive, none is kept", async () => {
  const { hoglet, send } = await open();
  let written = 0;
  async function* pieces() {
    for (let n = 0; n < 40; n++) {
      const [folder] = folders().map((name) => join(tmpdir(), name, "big.ndjson"));
      if (n === 39 && folder !== undefined && existsSync(folder)) written = n;
      yield Buffer.alloc(1024 * 1024, " ");
    }
  }
  const { body } = await send("1/imports?name=big.ndjson", pieces());
  assert.is(body.files[0]?.size_bytes, 40 * 1024 * 1024);
  assert.is(written, 39);
  await hoglet.close();
});

/** A body that does not end before it is let go. */
function heldBody(): { bytes: AsyncIterable<Uint8Array>; end(): void } {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  async function* bytes() {
    yield Buffer.from(TEXT);
    await promise;
  }
  return { bytes: bytes(), end };
}

uploads("uploads that come together count one another, and those of another project do not count", async () => {
  const { hoglet, send } = await open();
  const other = await hoglet.projects.create({ name: "other" });
  const bodies = Array.from({ length: 10 }, heldBody);
  const sent = bodies.map(({ bytes }, n) => send(`1/imports?name=${n}.ndjson`, bytes));
  const refused = (await Promise.race([Promise.all(sent.slice(4)), nextTurns()])) as { status: number }[];
  assert.equal(
    refused.map(({ status }) => status),
    [429, 429, 429, 429, 429, 429],
  );
  assert.is((await send(`${other.id}/imports?name=x.ndjson`, Buffer.from(TEXT))).status, 201);
  for (const { end } of bodies) end();
  for (const answer of await Promise.all(sent.slice(0, 4))) assert.is(answer.status, 201);
  await hoglet.close();
});

/** Long enough for every request that waits for nothing. */
async function nextTurns(): Promise<never> {
  for (let turn = 0; turn < 100_000; turn++) await nextTurn();
  throw new Error("not all were refused");
}

uploads(
  "a temporary folder that is missing is named, and the folders of killed processes are removed at a start",
  async () => {
    const { hoglet, send } = await open();
    const known = process.env["TMPDIR"];
    process.env["TMPDIR"] = join(temp.path, "missing");
    try {
      const { status, body } = await send("1/imports?name=x.ndjson", Buffer.from(TEXT));
      assert.is(status, 503);
      assert.match(body.detail, join(temp.path, "missing"));
    } finally {
      process.env["TMPDIR"] = known;
    }
    await send("1/imports?name=x.ndjson", Buffer.from(TEXT));
    const [own = ""] = folders();
    const parts = own.split("-");
    // Process ids end at 2^22 on Linux.
    const left = ["upload", "import", "copy"].map((purpose) =>
      join(tmpdir(), [parts[0], purpose, parts[2], "4194999", parts[4], "aaaaaa"].join("-")),
    );
    const foreign = join(tmpdir(), "hoglet-upload-00000000-4194999-1-aaaaaa");
    for (const path of [...left, foreign]) mkdirSync(path);
    await using again = await createHoglet({ file: join(temp.path, "again.db") });
    for (let turn = 0; turn < 10_000 && left.some((path) => existsSync(path)); turn++) await nextTurn();
    assert.equal(
      left.filter((path) => existsSync(path)),
      [],
    );
    assert.ok(existsSync(foreign), "that of another machine");
    assert.ok(folders().includes(own), "that of this process");
    await again.close();
    await hoglet.close();
  },
);

uploads.run();
