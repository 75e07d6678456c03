import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

const after = suite("the first statement after a deletion");

after("is answered, although the file was written anew beside its process", async () => {
  const folder = tempFolder();
  const hoglet = await createHoglet({ file: folder.file("a.db") });
  await hoglet.capture(
    ["a", "b", "c"].map((id) => ({ event: `by ${id}`, distinct_id: id, properties: { $set: { id } } })),
  );
  const count = async () => (await hoglet.query("SELECT count() FROM persons")).results;
  assert.equal(await count(), [[3]]);
  await hoglet.deletions.request({ kind: "events_by_name", key: "by a" });
  await hoglet.deletions.runNow();
  assert.equal(await count(), [[3]]);
  assert.equal((await hoglet.query("SELECT event FROM events ORDER BY event")).results, [["by b"], ["by c"]]);
  await hoglet.close();
  folder.remove();
});

after.run();
