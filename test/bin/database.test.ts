import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { capture, get, serve, start } from "./hoglet-process.ts";
import { runHere } from "./run-here.ts";
import { whenAll } from "../support/rounds.ts";

const LINES = [
  { kind: "person", distinct_ids: ["a", "b"], properties: { plan: "pro" }, created_at: "2024-03-01T08:15:30Z" },
  { kind: "event", event: "signed up", distinct_id: "a", timestamp: "2024-03-01T08:15:30.250Z", properties: { n: 1 } },
  { kind: "event", event: "paid", distinct_id: "c", timestamp: "2024-03-02T09:00:00Z", properties: {} },
];
const NDJSON = LINES.map((line) => `${JSON.stringify(line)}\n`).join("");

let folder: ReturnType<typeof tempFolder>;

async function distinctIds(file: string): Promise<string[]> {
  const hoglet = await createHoglet({ file });
  const lines: string[] = [];
  for await (const line of hoglet.export({ kinds: ["event"] })) lines.push(line);
  await hoglet.close();
  return lines.map((line) => (JSON.parse(line) as { distinct_id: string }).distinct_id);
}

const transfers = suite("import and export");
transfers.before.each(() => void (folder = tempFolder()));
transfers.after.each(() => folder.remove());

transfers("what is exported and imported again is exported as the same lines", async () => {
  const [first, second] = [folder.file("first.db"), folder.file("second.db")];
  const imported = await runHere(["import", "-", "--db", first], { input: NDJSON });
  assert.is(imported.code, 0, imported.stderr);
  const counts = JSON.parse(imported.stdout) as Record<string, number>;
  assert.is(counts["persons"], 1);
  assert.is(counts["events"], 2);
  assert.match(imported.stderr, /personal key {3}phx_\w+/);

  const exported = await runHere(["export", "--db", first]);
  assert.is(exported.code, 0, exported.stderr);
  assert.is(exported.stdout.split("\n").filter((line) => line.includes('"kind":"event"')).length, 2);
  writeFileSync(folder.file("all.ndjson"), exported.stdout);
  const again = await runHere(["import", folder.file("all.ndjson")], { env: { HOGLET_DB: second } });
  assert.is(again.code, 0, again.stderr);
  assert.is((await runHere(["export"], { env: { HOGLET_FILE: second } })).stdout, exported.stdout);
});

transfers("a bad line refuses everything with its number; --skip-bad keeps the rest and lists it", async () => {
  const file = folder.file("a.db");
  const input = `${NDJSON}{"kind":"nonsense"}\n`;
  const refused = await runHere(["import", "-", "--db", file], { input });
  assert.is(refused.code, 1);
  assert.match(refused.stderr, /^hoglet: Line 4: .+$/m);
  assert.is(refused.stdout, "");
  assert.not.match(refused.stderr, /phx_|phc_/);
  assert.not.ok(existsSync(file));
  const kept = await runHere(["import", "-", "--db", file, "--skip-bad"], { input });
  assert.is(kept.code, 0);
  assert.is((JSON.parse(kept.stdout) as { bad: { line: number }[] }).bad[0]?.line, 4);
  assert.equal(await distinctIds(file), ["a", "c"]);
});

transfers("--persons given makes no persons, --process sends events through the pipeline, not both", async () => {
  const input = `${JSON.stringify({ kind: "event", event: "$identify", distinct_id: "u", timestamp: "2024-01-01T00:00:00Z", properties: { $set: { plan: "pro" } } })}\n`;
  const [given, processed] = [folder.file("given.db"), folder.file("processed.db")];
  assert.is((await runHere(["import", "-", "--db", given, "--persons", "given"], { input })).code, 0);
  assert.is((await runHere(["import", "-", "--db", processed, "--process"], { input })).code, 0);
  const person = /"kind":"person".*"u".*"plan":"pro"/;
  assert.not.match((await runHere(["export", "--db", given])).stdout, /"kind":"person"/);
  assert.match((await runHere(["export", "--db", processed])).stdout, person);
  assert.is((await runHere(["import", "-", "--db", given, "--persons", "given", "--process"], { input })).code, 2);
});

transfers("a source that cannot be read is refused in one sentence and makes no database", async () => {
  const [none, empty, db] = [folder.file("missing.ndjson"), folder.file("nothing"), folder.file("a.db")];
  const missing = await runHere(["import", none, "--db", db]);
  assert.equal([missing.code, missing.stderr], [1, `hoglet: There is no ${none}.\n`]);
  mkdirSync(empty);
  const isEmpty = await runHere(["import", empty, "--db", db]);
  assert.equal([isEmpty.code, isEmpty.stderr], [1, "hoglet: There are no records: the input is empty.\n"]);
  assert.not.ok(existsSync(db));
});

transfers("export of a database that is not there is refused and makes none", async () => {
  const file = folder.file("typo.db");
  const { code, stdout, stderr } = await runHere(["export", "--db", file]);
  assert.equal(
    [code, stdout, stderr],
    [1, "", `hoglet: There is no database at ${file}. Name another, or make one: hoglet serve, hoglet import.\n`],
  );
  assert.not.ok(existsSync(file));
});

async function fillWithEvents(file: string, count: number): Promise<void> {
  const hoglet = await createHoglet({ file });
  const properties = { text: "x".repeat(500) };
  const timestamp = "2024-01-01T00:00:00Z";
  const events = Array.from({ length: count }, () => ({
    kind: "event",
    event: "a",
    distinct_id: "u",
    timestamp,
    properties,
  }));
  await hoglet.import(events);
  await hoglet.close();
}

whenAll(transfers)("a reader that has seen enough ends the export without an error", async () => {
  const file = folder.file("big.db");
  await fillWithEvents(file, 5000);
  const { child, finished, until } = start(["export", "--db", file]);
  await until("stdout", /\n/);
  child.stdout?.destroy();
  const { code, stderr } = await finished;
  assert.equal([code, stderr], [0, ""]);
});

whenAll(transfers)("a full disk under the output is said and loses nothing", async () => {
  if (!existsSync("/dev/full")) return;
  const file = folder.file("big.db");
  await fillWithEvents(file, 500);
  const full = openSync("/dev/full", "w");
  const { code, stderr } = await start(["export", "--db", file], { stdio: ["ignore", full, "pipe"] }).finished;
  closeSync(full);
  assert.equal([code, stderr], [1, "hoglet: The disk is full. Free some space.\n"]);
  assert.is((await distinctIds(file)).length, 500);
});

transfers.run();

const together = suite("several processes on one file");
together.before.each(() => void (folder = tempFolder()));
together.after.each(() => folder.remove());

whenAll(together)(
  "a key made beside a running server works there at once, and stops working once revoked",
  async () => {
    const file = folder.file("a.db");
    await using server = await serve([file]);
    const path = "/api/projects/1/persons/";
    const made = await runHere([
      "keys",
      "create",
      "--label",
      "ci",
      "--scopes",
      "person:read",
      "--projects",
      "1",
      "--db",
      file,
    ]);
    assert.is(made.code, 0, made.stderr);
    const value = made.stdout.trim();
    assert.match(value, /^phx_\w+$/);
    assert.is((await get(server.ready, path, value)).status, 200);

    const listed = await runHere(["keys", "list", "--json", "--db", file]);
    assert.not.ok(listed.stdout.includes(value));
    const keys = JSON.parse(listed.stdout) as {
      id: string;
      label: string;
      scopes: string[];
      scoped_projects: number[];
    }[];
    const key = keys.find(({ label }) => label === "ci");
    assert.equal([key?.scopes, key?.scoped_projects], [["person:read"], [1]]);
    assert.match(
      (await runHere(["keys", "list", "--db", file])).stdout,
      /^ID +LABEL.*\n[\s\S]*ci +phx_\.\.\.\w{4} +person:read/m,
    );

    assert.is((await runHere(["keys", "revoke", key?.id ?? "", "--db", file])).code, 0);
    assert.is((await get(server.ready, path, value)).status, 401);
    const again = await runHere(["keys", "revoke", key?.id ?? "", "--db", file]);
    assert.equal([again.code, again.stderr], [1, `hoglet: There is no key with the id ${key?.id}.\n`]);
  },
);

whenAll(together)(
  "an import beside a running server is seen by it, and later captures go to the imported persons",
  async () => {
    const file = folder.file("a.db");
    await using server = await serve([file, "--personal-api-key", "phx_given"]);
    // The server has read these persons before, and must not answer from its caches.
    assert.is(await capture(server.ready, { event: "seen", distinct_id: "c" }), 200);
    const { code, stderr } = await runHere(["import", "-", "--db", file], { input: NDJSON });
    assert.is(code, 0, stderr);
    assert.is(
      await capture(server.ready, { event: "seen", distinct_id: "b", properties: { $set: { seen: true } } }),
      200,
    );
    const { body } = await get(server.ready, "/api/projects/1/persons/?distinct_id=a", "phx_given");
    const { results } = body as { results: { distinct_ids: string[]; properties: Record<string, unknown> }[] };
    assert.is(results.length, 1);
    assert.equal(results[0]?.distinct_ids.toSorted(), ["a", "b"]);
    assert.is(results[0]?.properties["plan"], "pro");
    assert.is(results[0]?.properties["seen"], true);
    const trend = await get(
      server.ready,
      `/api/projects/1/insights/trend/?events=${encodeURIComponent('[{"id":"paid"}]')}&date_from=2024-03-01&date_to=2024-03-03`,
      "phx_given",
    );
    assert.equal((trend.body as { result: { data: number[] }[] }).result[0]?.data, [0, 1, 0]);
  },
);

whenAll(together)("an export beside a running server has what that has acknowledged", async () => {
  const file = folder.file("a.db");
  await using server = await serve([file]);
  assert.is(await capture(server.ready, { event: "seen", distinct_id: "u" }), 200);
  const { code, stdout } = await runHere(["export", "--db", file]);
  assert.is(code, 0);
  assert.match(stdout, /"kind":"event","event":"seen","distinct_id":"u"/);
});

whenAll(together)("captures are acknowledged and kept while another process imports", async () => {
  const file = folder.file("a.db");
  await using server = await serve([file]);
  const input = Array.from(
    { length: 3000 },
    (_, number) =>
      `${JSON.stringify({ kind: "event", event: "old", distinct_id: `old-${number}`, timestamp: "2024-01-01T00:00:00Z" })}\n`,
  ).join("");
  const { child, finished } = start(["import", "-", "--db", file]);
  child.stdin?.end(input);
  let sent = 0;
  while (child.exitCode === null) {
    assert.is(await capture(server.ready, { event: "new", distinct_id: `new-${sent}` }), 200);
    sent += 1;
  }
  assert.is((await finished).code, 0);
  await server.stop();
  const ids = await distinctIds(file);
  assert.is(ids.filter((id) => id.startsWith("new-")).length, sent);
  assert.is(ids.filter((id) => id.startsWith("old-")).length, 3000);
});

together.run();

const keys = suite("keys");
keys.before.each(() => void (folder = tempFolder()));
keys.after.each(() => folder.remove());

keys("wrong flags exit with 2, a database that is not there with 1", async () => {
  const file = folder.file("a.db");
  const none = await runHere(["keys", "create", "--label", "a", "--db", file]);
  assert.equal(
    [none.code, none.stderr],
    [1, `hoglet: There is no database at ${file}. Name another, or make one: hoglet serve, hoglet import.\n`],
  );
  const hoglet = await createHoglet({ file });
  await hoglet.close();
  const unlabelled = await runHere(["keys", "create", "--db", file]);
  assert.is(unlabelled.code, 2);
  assert.match(unlabelled.stderr, /required option '--label <text>' not specified/);
  const scope = await runHere(["keys", "create", "--label", "a", "--scopes", "person:read,nonsense", "--db", file]);
  assert.is(scope.code, 2);
  assert.match(scope.stderr, /Invalid scope: nonsense/);
  const projects = await runHere(["keys", "create", "--label", "a", "--projects", "1,x", "--db", file]);
  assert.is(projects.code, 2);
});

keys("--json shows a new key whole, its value included", async () => {
  const file = folder.file("a.db");
  const hoglet = await createHoglet({ file });
  await hoglet.close();
  const { stdout } = await runHere(["keys", "create", "--label", "a", "--json", "--db", file]);
  const key = JSON.parse(stdout) as Record<string, unknown>;
  assert.equal([key["label"], key["scopes"], key["scoped_projects"]], ["a", ["*"], []]);
  assert.match(String(key["value"]), /^phx_/);
  assert.not.ok(readFileSync(file).includes(String(key["value"])));
});

keys.run();

const readyz = suite("readyz");

whenAll(readyz)("it tells by its exit code whether the server answers", async () => {
  const server = await serve(["--memory"]);
  const up = await runHere(["readyz", "--url", server.ready.url]);
  assert.equal([up.code, up.stderr], [0, `${server.ready.url} is ready.\n`]);
  await server.stop();
  const down = await runHere(["readyz", "--url", server.ready.url]);
  assert.equal([down.code, down.stderr], [1, `hoglet: ${server.ready.url} is not ready: nothing answers there.\n`]);
});

whenAll(readyz)("--wait waits until the server is ready, and no longer than told", async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.writeHead(asked < 4 ? 503 : 200).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = String((server.address() as AddressInfo).port);
  assert.is((await runHere(["readyz", "--wait"], { env: { HOGLET_PORT: port } })).code, 0);
  assert.is(asked, 4);
  asked = -1000;
  const late = await runHere(["readyz"], { env: { HOGLET_PORT: port, HOGLET_WAIT: "1" } });
  assert.equal([late.code, late.stderr], [1, `hoglet: http://127.0.0.1:${port} is not ready: it answers 503.\n`]);
  assert.ok(asked > -999);
  server.closeAllConnections();
  server.close();
});

readyz.run();
