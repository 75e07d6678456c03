import { writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { openPageView } from "../../../lib/storage/wal/page-view.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const views = suite("openPageView");

views("waits until the file has every commit, while another program reads an older moment", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const hoglet = await createHoglet({ file });
  const capture = (event: string) => hoglet.capture({ event, distinct_id: "a" });
  await capture("first");
  const older = new Database(file, { readonly: true });
  older.exec("BEGIN");
  older.prepare("SELECT count(*) FROM persons").get();
  await capture("second");

  const view = openPageView(file);
  let held: number | null | undefined;
  const holding = view.hold().then((pages) => (held = pages));
  await new Promise((resolve) => setTimeout(resolve, 350));
  assert.is(held, undefined, "the log has frames that nobody may copy into the file");
  older.exec("COMMIT");
  const pages = (await holding) ?? 0;
  // While the moment is held, further commits stay in the log.
  await capture("third");
  const bytes = Buffer.alloc(pages * view.pageBytes);
  assert.is(view.read(bytes, 0), bytes.length);
  view.release();
  assert.ok(view.hasChanged());

  writeFileSync(folder.file("copy.db"), bytes);
  const copy = await createHoglet({ file: folder.file("copy.db") });
  const { results } = await copy.events.list({});
  assert.equal(results.map(({ event }) => event).toSorted(), ["first", "second"]);
  await copy.close();
  older.close();
  await hoglet.close();
  folder.remove();
});

views.run();
