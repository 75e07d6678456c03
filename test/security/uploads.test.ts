import { request as httpRequest } from "node:http";
import type { ClientRequest } from "node:http";
import { readdirSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { toNodeHandler } from "h3";
import type { H3 } from "h3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { h3Adapter } from "../../adapters/h3/index.ts";
import { withPage } from "../../adapters/ui/index.ts";
import { createHoglet } from "../../lib/index.ts";
import type { ShownUpload } from "../../lib/index.ts";
import { serve } from "../clients/serve.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { whenAll } from "../support/rounds.ts";

const KEY = "phx_uploads_owner";
const EVENT = { event: "e", distinct_id: "a", timestamp: "2024-03-04T10:00:00Z", properties: {} };
const TEXT = `${JSON.stringify(EVENT)}\n`;

async function open() {
  const hoglet = await createHoglet({ personalApiKey: KEY });
  const { origin: url, close } = await serve(toNodeHandler(h3Adapter<H3>(withPage(hoglet))));
  const ask = async (method: string, path: string, { body, key = KEY, headers = {} }: Asked = {}) => {
    const response = await fetch(`${url}/api/projects/${path}`, {
      method,
      headers: { ...(key !== "" && { authorization: `Bearer ${key}` }), ...headers },
      ...(body !== undefined && { body: body as BodyInit }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as ShownUpload & { detail: string } };
  };
  /** The last state of the import of a file. */
  const importFile = async (bytes: Uint8Array, name = "x"): Promise<ShownUpload> => {
    const { body } = await ask("POST", `1/imports?name=${name}`, { body: bytes });
    await ask("POST", `1/imports/${body.id}/look`);
    await ask("POST", `1/imports/${body.id}/start`);
    for (;;) {
      const { body: shown } = await ask("GET", `1/imports/${body.id}`);
      if (shown.state === "done" || shown.state === "failed") {
        await ask("DELETE", `1/imports/${body.id}`);
        return shown;
      }
      await nextTurn();
    }
  };
  const end = async () => {
    await close();
    await hoglet.close();
  };
  return { hoglet, url, ask, importFile, end };
}

interface Asked {
  body?: Uint8Array | string;
  key?: string;
  headers?: Record<string, string>;
}

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("hoglet-upload-"));

const uploads = suite("attacks with an upload");

// A folder of its own: tests of other files make uploads at the same time.
const temp = tempFolder();
const { TMPDIR } = process.env;
uploads.before(() => void (process.env["TMPDIR"] = temp.path));
uploads.after(() => {
  if (TMPDIR === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = TMPDIR;
  temp.remove();
});

uploads("without a key, with a token, with too few scopes: nothing is read, nothing lies there", async () => {
  const before = folders();
  const { hoglet, ask, end } = await open();
  const narrow = await hoglet.keys.create({ label: "reader", scopes: ["event:read", "person:read"] });
  const half = await hoglet.keys.create({ label: "half", scopes: ["event:write"] });
  for (const [key, status] of [
    ["", 401],
    [hoglet.project.api_token, 401],
    ["phx_unknown", 401],
    [narrow.value, 403],
    [half.value, 403],
  ] as const) {
    assert.is((await ask("POST", "1/imports?name=x", { key, body: Buffer.alloc(3_000_000, "x") })).status, status);
    assert.is((await ask("GET", "1/imports", { key })).status, status);
  }
  const inBody = JSON.stringify({ personal_api_key: KEY });
  assert.is((await ask("POST", "1/imports?name=x", { key: "", body: inBody })).status, 401);
  assert.equal(folders(), before);
  await end();
});

uploads(
  "an import of another project is not there, for its own key and for all-project keys by another path",
  async () => {
    const { hoglet, ask, end } = await open();
    const other = await hoglet.projects.create({ name: "other" });
    const theirs = await hoglet.keys.create({ label: "theirs", scopes: ["*"], projects: [other.id] });
    const { body } = await ask("POST", "1/imports?name=x", { body: TEXT });
    for (const [method, rest] of [
      ["GET", ""],
      ["POST", "/look"],
      ["POST", "/start"],
      ["POST", "/files?name=y"],
      ["DELETE", ""],
    ] as const) {
      const path = `imports/${body.id}${rest}`;
      assert.is((await ask(method, `1/${path}`, { key: theirs.value })).status, 403, path);
      assert.is((await ask(method, `${other.id}/${path}`, { key: theirs.value })).status, 404, path);
      assert.is((await ask(method, `${other.id}/${path}`)).status, 404, path);
    }
    assert.is((await ask("GET", `1/imports/${body.id}`)).body.files.length, 1);
    assert.is((await ask("GET", `${other.id}/imports/@latest`)).status, 404);
    await end();
  },
);

uploads("a page of another site cannot upload", async () => {
  const { ask, end } = await open();
  const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  assert.is((await ask("POST", "1/imports?name=x", { body: TEXT, headers })).status, 403);
  await end();
});

whenAll(uploads)("bombs and wrong contents fail with a sentence, and store nothing", async () => {
  const { hoglet, importFile, end } = await open();
  const deep = `{"event":"e","distinct_id":"a","timestamp":"2024-01-01","properties":{"x":${"[".repeat(5000)}${"]".repeat(5000)}}}`;
  const zeros = gzipSync(TEXT + `${" ".repeat(1024 * 1024)}\n`.repeat(80));
  const layers = [1, 2, 3, 4, 5].reduce((inner: Uint8Array) => gzipSync(inner), Buffer.from(TEXT));
  const attacks: [bytes: Uint8Array, says: RegExp][] = [
    [zeros, /zip bomb/],
    [zipSync({ "a.json": [zeros, { level: 0 }] }), /zip bomb/],
    [layers, /more than 4 times/],
    [Buffer.from(`${TEXT}${deep}\n`), /deeper than 100/],
    [Buffer.from("MZ\0\0 an executable"), /no text/],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]), /no text|not UTF-8/],
    [Buffer.from("<!doctype html><script>alert(1)</script>"), /no export that is known|no record|no header/],
    [Buffer.from("SQLite format 3\0"), /SQLite/],
    [Buffer.alloc(0), /empty/],
    [zipSync({ "../../../etc/passwd": Buffer.from(TEXT) }), /damaged zip/],
  ];
  for (const [bytes, says] of attacks) {
    const { state, error } = await importFile(bytes);
    assert.is(state, "failed", String(says));
    assert.match(error?.detail ?? "", says);
    assert.not.match(JSON.stringify(error), new RegExp(tmpdir()));
  }
  assert.is((await hoglet.events.list()).count, 0);
  await end();
});

uploads("names are labels: no path, no hidden file, no header of a reply", async () => {
  const { ask, end } = await open();
  for (const [sent, kept] of [
    ["../../etc/cron.d/x", "x"],
    ["..", "upload"],
    ["C:\\Users\\me\\events.csv", "events.csv"],
    [".bashrc", "bashrc"],
    ["a\r\nset-cookie: x.csv", "a__set-cookie_ x.csv"],
    ["\ud800.csv", "_.csv"],
  ] as const) {
    const name = new URLSearchParams({ name: sent }).toString();
    const { status, body } = await ask("POST", `1/imports?${name}`, { body: TEXT });
    assert.is(status, 201, sent);
    assert.equal(body.files[0]?.name, kept);
    await ask("DELETE", `1/imports/${body.id}`);
  }
  assert.is((await ask("POST", "1/imports", { body: TEXT })).status, 400);
  assert.is((await ask("POST", `1/imports?name=${"x".repeat(300)}`, { body: TEXT })).status, 400);
  await end();
});

uploads("too many at once, and an announced length that is too large, are refused before they are read", async () => {
  const before = folders();
  const { url, ask, end } = await open();
  for (let n = 0; n < 4; n++) assert.is((await ask("POST", "1/imports?name=x", { body: TEXT })).status, 201);
  assert.is((await ask("POST", "1/imports?name=x", { body: TEXT })).status, 429);
  await ask("DELETE", "1/imports/@latest");
  const request = start(url, { "content-length": String(5 * 1024 ** 3) });
  request.flushHeaders();
  const [response] = (await once(request, "response")) as [{ statusCode: number }];
  assert.is(response.statusCode, 413);
  request.destroy();
  await end();
  assert.equal(folders(), before);
});

uploads("a client that goes away in the middle leaves no file", async () => {
  const before = folders();
  const { url, ask, end } = await open();
  const request = start(url, { "content-length": "10000000" });
  request.on("error", () => {});
  request.write(Buffer.alloc(1_000_000, "x"));
  while (folders().length === before.length) await nextTurn();
  request.destroy();
  while (folders().length > before.length) await nextTurn();
  assert.equal((await ask("GET", "1/imports")).body, { results: [] } as never);
  await end();
});

function start(url: string, headers: Record<string, string>): ClientRequest {
  const { hostname, port } = new URL(url);
  return httpRequest({
    host: hostname,
    port,
    method: "POST",
    path: "/api/projects/1/imports?name=x",
    headers: { authorization: `Bearer ${KEY}`, ...headers },
    agent: false,
  });
}

uploads.run();
