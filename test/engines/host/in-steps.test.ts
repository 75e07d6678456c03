import { suite } from "uvu";
import * as assert from "uvu/assert";
import { countStored, dropSegments, listBlocks } from "../../../lib/engines/columns/index.ts";
import { projectOne, remakeOne } from "../../../lib/engines/host/in-steps.ts";
import { writeNow } from "../../../lib/storage/index.ts";
import { addEvents } from "../columns/random-log.ts";
import { openFile } from "./open-file.ts";

const steps = suite("projectOne and remakeOne");

steps(
  "store one block after the other, of each project, and make them again; both let others work in between",
  async () => {
    const { db, projects, random, remove } = openFile(3);
    const [project] = projects;
    assert.ok(project);
    writeNow(db, () => db.sql("UPDATE sqlite_sequence SET seq = 140000 WHERE name = 'events'").run());
    addEvents(db, project, random, 1);
    for (const _ of ["first", "again"]) {
      assert.equal(countStored(db), { wanted: 4, stored: 0 });
      let turns = 0;
      const timer = setInterval(() => (turns += 1));
      const done: boolean[] = [];
      for (let block = 0; block < 5; block++) done.push(await projectOne(db));
      clearInterval(timer);
      assert.equal(done, [true, true, true, true, false]);
      assert.ok(turns > 0);
      assert.equal(countStored(db), { wanted: 4, stored: 4 });
      turns = 0;
      const again = setInterval(() => (turns += 1));
      for (const place of listBlocks(db)) assert.equal(await remakeOne(db, place, false), []);
      clearInterval(again);
      assert.ok(turns > 0);
      assert.equal(countStored(db), { wanted: 4, stored: 4 });
      dropSegments(db);
    }
    remove();
  },
);

steps.run();
