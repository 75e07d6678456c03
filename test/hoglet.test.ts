import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import Database from "better-sqlite3";
import { createHoglet } from "../lib/index.ts";
import { WITH_BUILT_LIBRARY } from "./support/command.ts";
import { tempFolder } from "./support/temp-folder.ts";

const closing = suite("hoglet.close");

closing("is over, for whoever called it, when the file is", async () => {
  const folder = tempFolder();
  const hoglet = await createHoglet({ file: folder.file("a.db") });
  await hoglet.capture({ event: "x", distinct_id: "u" });
  assert.ok(existsSync(folder.file("a.db-wal")));
  void hoglet.close();
  await hoglet.close();
  assert.not.ok(existsSync(folder.file("a.db-wal")), "the second call resolved before the first had folded the log");
  folder.remove();
});

closing("leaves methods that say so", async () => {
  const hoglet = await createHoglet();
  await hoglet.close();
  const calls: (() => Promise<unknown>)[] = [
    () => hoglet.persons.list(),
    () => hoglet.fetch("/livez"),
    () => hoglet.runDue(),
  ];
  for (const call of calls) {
    await call().then(
      () => assert.unreachable(),
      (error: Error) => assert.match(error.message, /This hoglet is closed/),
    );
  }
});

closing("is waited for, although nothing else keeps the process alive", () => {
  const code = `
    import { createHoglet } from "${new URL("../lib/index.ts", import.meta.url)}";
    const close = () => new Promise((resolve) => setTimeout(resolve, 50).unref());
    const hoglet = await createHoglet({ engine: () => ({ ask: async () => { throw new Error("It was asked."); }, close }) });
    await hoglet.close();
    console.log("closed");`;
  const ended = spawnSync(process.execPath, [...WITH_BUILT_LIBRARY, "--input-type=module", "--eval", code], {
    encoding: "utf8",
  });
  assert.is(ended.stdout, "closed\n", ended.stderr);
});

closing.run();

const creating = suite("createHoglet");

creating("an event with distinctId is refused with the name that was meant", async () => {
  await using hoglet = await createHoglet();
  const event = { event: "paid", distinctId: "u1" } as unknown as { event: string; distinct_id: string };
  const error = await hoglet.capture(event).catch((reason: unknown) => reason);
  assert.match(String(error), /without a distinct_id\. Did you mean distinct_id instead of distinctId\?/);
});

creating("refuses a project token that could be none, under the option's name", async () => {
  for (const projectToken of ["two words", "", "phx_a_personal_key", "x".repeat(65), "ünï"]) {
    await createHoglet({ projectToken }).then(
      () => assert.unreachable(),
      (error: { code: string; attr: string; message: string }) => {
        assert.equal([error.code, error.attr], ["misconfigured", "projectToken"]);
        assert.match(error.message, /Expected 1 to 64 visible ASCII characters/);
      },
    );
  }
});

creating("closes the file again when its schedule cannot be opened", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  await (await createHoglet({ file })).close();
  const other = new Database(file);
  other.exec(`DELETE FROM schedules;
    CREATE TRIGGER fail BEFORE INSERT ON schedules BEGIN SELECT raise(ABORT, 'broken'); END`);
  other.close();
  await createHoglet({ file }).then(
    () => assert.unreachable(),
    () => undefined,
  );
  // The last connection to close a file takes its log with it.
  assert.not.ok(existsSync(folder.file("a.db-wal")));
  folder.remove();
});

creating.run();

const fetching = suite("hoglet.fetch");

fetching("answers HEAD as GET, without the body, also where that is a stream", async () => {
  const hoglet = await createHoglet();
  const headers = { authorization: `Bearer ${hoglet.personalApiKey}` };
  const persons = "/api/projects/@current/persons/";
  for (const path of ["/livez", persons, `${persons}?format=csv`, "/api/nowhere", `${persons}?limit=x`]) {
    const [get, head] = await Promise.all([
      hoglet.fetch(path, { headers }),
      hoglet.fetch(path, { method: "HEAD", headers }),
    ]);
    assert.equal([head.status, head.headers.get("content-type")], [get.status, get.headers.get("content-type")], path);
    assert.is(await head.text(), "");
    await get.text();
  }
  await hoglet.close();
});

fetching.run();
