import { truncateSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, HogletError } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

const errors = suite("errors of the storage, in process");

errors("have the form that they have over HTTP", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const first = await createHoglet({ file });
  await first.capture({ event: "seen", distinct_id: "a" });
  await first.close();
  await using hoglet = await createHoglet({ file });
  truncateSync(file, 4096);
  for (const ask of [
    () => hoglet.persons.list(),
    () => hoglet.events.list(),
    () => hoglet.cohorts.list(),
    () => hoglet.capture({ event: "seen", distinct_id: "b" }),
  ]) {
    const error = await ask().then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.instance(error, HogletError, `${String(ask)}: ${String(error)}`);
    assert.ok((error as HogletError).status >= 500);
  }
  folder.remove();
});

errors.run();
