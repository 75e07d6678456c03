import { existsSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../lib/index.ts";
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

closing.run();
