import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Checked } from "../../lib/index.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { write } from "../../lib/storage/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { runHere } from "./run-here.ts";

const doctor = suite("hoglet doctor");

doctor("says how a file stands, ends with 1 when something is wrong, and repairs what is derived", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const hoglet = await createHoglet({ file });
  await hoglet.capture([{ event: "first", distinct_id: "u1" }]);
  await hoglet.events.list({ event: "first" });
  await hoglet.close();
  const fine = await runHere(["doctor", file]);
  assert.equal([fine.code, fine.stderr], [0, ""]);
  assert.match(fine.stdout, /events +1\n[^]*No error was found\.\n$/);
  const db = openDatabase({ file, durability: "normal" });
  await write(db, () => db.sql("UPDATE event_index SET timestamp = 1").run());
  db.close();
  const wrong = await runHere(["doctor", "--db", file]);
  assert.is(wrong.code, 1);
  assert.match(wrong.stdout, /error: The index[^]*hoglet doctor <file> --repair[^]*1 error was found/);
  const repaired = await runHere(["doctor", file, "--repair", "--json"]);
  const checked = JSON.parse(repaired.stdout) as Checked;
  assert.equal([repaired.code, checked.ok, checked.repaired.length], [0, true, 1]);
  const none = await runHere(["doctor", folder.file("none.db")]);
  assert.is(none.code, 1);
  assert.match(none.stderr, /There is no database at .*none\.db\. Name another/);
  folder.remove();
});

doctor.run();
