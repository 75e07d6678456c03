import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import { createFeed } from "../../../lib/engines/feed/index.ts";
import { openGathered } from "../../../lib/engine.ts";
import type { FeedEntry } from "../../../lib/engine.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { rowsEngine } from "../../reference/rows/index.ts";
import { openEmpty } from "../../questions/load-case.ts";
import { randomSelection } from "../../conformance/returns.ts";
import { disturb, NOW, openLog } from "../columns/random-log.ts";
import { whenAll } from "../../support/rounds.ts";

const DAY_MS = 86_400_000;

async function entriesOf(db: Db): Promise<FeedEntry[]> {
  const feed = createFeed(db);
  const entries: FeedEntry[] = [];
  let mark = await feed.follow("gathered");
  for (let isCurrent = false; !isCurrent;) {
    const batch = await feed.read(mark, { limit: 50 });
    entries.push(...batch.entries);
    ({ mark, isCurrent } = batch);
  }
  return entries;
}

const foldersOf = () => readdirSync(tmpdir()).filter((name) => name.startsWith("hoglet-gathered-")).length;

const gathering = suite("openGathered");

// More events than are declared make no difference but where the rows lie.
for (const [where, events] of [
  ["in memory", 1],
  ["in a file", 100_000],
] as const) {
  whenAll(gathering)(`answers plans over the entries of a feed, ${where}, as rows over the database do`, async () => {
    const before = foldersOf();
    for (let seed = 1; seed <= 3; seed++) {
      const random = createRandom(seed, 12);
      const db = openEmpty();
      const [project] = openLog(db, random);
      assert.ok(project);
      disturb(db, project, random);
      const entries = await entriesOf(db);
      const untilMs = Date.parse(NOW);
      const edgesMs = Array.from({ length: 14 }, (_, index) => untilMs - (14 - index) * DAY_MS);
      const range = { fromMs: untilMs - 14 * DAY_MS, untilMs };
      const gathered = openGathered({ events });
      for (let at = 0; at < entries.length; at += 70) gathered.add(entries.slice(at, at + 70));
      for (let round = 0; round < 5; round++) {
        const plan = {
          kind: "stickiness" as const,
          projectId: project.id,
          range,
          edgesMs,
          sessionRange: range,
          select: randomSelection(random),
          actors: { by: "persons" as const },
          points: 14,
        };
        assert.equal(await gathered.ask(plan), await rowsEngine(db).ask(plan), `seed ${seed}, round ${round}`);
      }
      await gathered.close();
      db.close();
    }
    assert.is(foldersOf(), before, "no folder is left");
  });
}

gathering.run();
