import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openDatabase } from "../../lib/log/index.ts";
import { watchTables, write } from "../../lib/storage/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

const watch = suite("watchTables");

const add = (id: number) => `INSERT INTO deleted_projects (id) VALUES (${id})`;

watch("hears each written row, commits of other connections, and rollbacks; no other table", async () => {
  const folder = tempFolder();
  const file = folder.file("hoglet.db");
  const own = openDatabase({ file, durability: "normal" });
  const other = openDatabase({ file, durability: "normal" });
  let heard = 0;
  watchTables(own, "numbers", ["deleted_projects", "followers"], () => (heard += 1));
  const hears = async (step: () => unknown): Promise<number> => {
    const before = heard;
    await step();
    return heard - before;
  };
  assert.is(await hears(() => write(own, () => own.sqlite.exec(`${add(1)};${add(2)}`))), 2);
  assert.is(await hears(() => write(own, () => own.sqlite.exec("UPDATE deleted_projects SET id = 3 WHERE id = 2"))), 1);
  assert.is(await hears(() => write(own, () => own.sqlite.exec("DELETE FROM deleted_projects WHERE id = 3"))), 1);
  assert.is(await hears(() => write(own, () => own.sqlite.exec("UPDATE log_changes SET deletions = 1"))), 0);
  assert.is(await hears(() => write(other, () => other.sqlite.exec(add(4)))), 0);
  assert.is(await hears(() => own.refresh()), 1);
  assert.is(await hears(() => own.refresh()), 0);
  const fail = () =>
    write(own, () => {
      own.sqlite.exec(add(5));
      throw new Error("no");
    });
  // The row that was written, and its rollback.
  assert.is(await hears(() => fail().catch(() => {})), 2);
  own.close();
  other.close();
  folder.remove();
});

watch.run();
