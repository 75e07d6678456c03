import { suite } from "uvu";
import * as assert from "uvu/assert";
import Database from "better-sqlite3";
import { createHoglet, HogletError } from "../../lib/index.ts";
import { suspendImport } from "./suspend-import.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { whenAll } from "../support/rounds.ts";

const locks = suite("another process that holds the write lock");

async function open() {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const hoglet = await createHoglet({ file, personalApiKey: "phx_test_key" });
  await hoglet.capture({ event: "before", distinct_id: "u" });
  const other = new Database(file);
  other.exec("BEGIN IMMEDIATE");
  const ask = (path: string) => hoglet.fetch(`http://x${path}`, { headers: { authorization: "Bearer phx_test_key" } });
  return {
    file,
    hoglet,
    other,
    ask,
    async close() {
      other.close();
      await hoglet.close();
      folder.remove();
    },
  };
}

locks(
  "lets reads through, first uses of keys and names without an index too, and stores what waited in order",
  async () => {
    const { hoglet, other, ask, close } = await open();
    const stored: string[] = [];
    const writes = ["a", "b", "c"].map((event) =>
      hoglet.capture({ event, distinct_id: "u" }).then(() => stored.push(event)),
    );
    const note = hoglet.notes.set("n", 1).then(() => stored.push("note"));
    const paths = [
      "/readyz",
      "/api/projects/@current/events/?event=before",
      "/api/projects/@current/persons/",
      "/api/projects/@current/insights/trend?events=[{%22id%22:%22before%22}]",
    ];
    for (const path of paths) assert.is((await ask(path)).status, 200, path);
    const events = await hoglet.events.list({ event: "before" });
    assert.equal([events.count, stored], [1, []]);
    other.exec("COMMIT");
    await Promise.all([...writes, note]);
    assert.equal(
      stored.filter((what) => what !== "note"),
      ["a", "b", "c"],
    );
    assert.is((await hoglet.events.list({})).count, 4);
    await close();
  },
);

locks("lets a file be opened, which needs no lock for that, and one that needs it wait", async () => {
  const { file, other, close } = await open();
  await using second = await createHoglet({ file });
  assert.is((await second.events.list({})).count, 1);
  other.exec("COMMIT; PRAGMA user_version = 0; BEGIN IMMEDIATE");
  // An older file: it is brought up to date. Its tables are there, so that this fails once it gets the lock.
  const opening = createHoglet({ file }).catch((error: unknown) => error);
  other.exec("COMMIT");
  assert.instance(await opening, HogletError);
  await close();
});

if (process.platform !== "win32") {
  whenAll(locks)(
    "answers reads beside a suspended import, and captures with 503 and Retry-After, in their order",
    async () => {
      const folder = tempFolder();
      const file = folder.file("a.db");
      await using hoglet = await createHoglet({ file, personalApiKey: "phx_test_key", projectToken: "phc_a" });
      await hoglet.capture({ event: "before", distinct_id: "u" });
      const goOn = await suspendImport(file);
      const answered: string[] = [];
      const captures = ["a", "b"].map(async (event) => {
        const body = JSON.stringify({ api_key: "phc_a", event, distinct_id: "u" });
        const { status, headers } = await hoglet.fetch("http://x/capture/", { method: "POST", body });
        answered.push(`${event} ${status}`);
        assert.match(headers.get("retry-after") ?? "", /^[1-9][0-9]*$/);
      });
      const headers = { authorization: "Bearer phx_test_key" };
      for (const path of ["/readyz", "/api/projects/@current/events/?event=before"]) {
        assert.is((await hoglet.fetch(`http://x${path}`, { headers })).status, 200, path);
      }
      assert.equal(answered, []);
      await Promise.all(captures);
      assert.equal(answered, ["a 503", "b 503"]);
      assert.is(await goOn(), 0);
      await hoglet.capture({ event: "after", distinct_id: "u" });
      const { results } = await hoglet.query("select event, count(*) from events group by event order by event");
      assert.equal(results, [
        ["after", 1],
        ["before", 1],
        ["imported", 2],
      ]);
      await hoglet.close();
      folder.remove();
    },
  );
}

locks.run();
