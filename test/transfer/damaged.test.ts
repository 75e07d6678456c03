import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../lib/base/errors.ts";
import { writeNow } from "../../lib/storage/index.ts";
import { exportLines } from "../../lib/transfer/index.ts";
import type { LeftRow } from "../../lib/transfer/index.ts";
import { loadCase, openEmpty } from "../questions/load-case.ts";

/** Two persons, a cohort that is damaged and five events, three of them damaged. */
function openDamaged() {
  const db = openEmpty();
  const events = Array.from({ length: 5 }, (_, index) => ({
    event: `e${index}`,
    distinct_id: `u${index % 2}`,
    timestamp: "2024-01-01T00:00:00Z",
    properties: { index },
  }));
  const persons = [{ distinct_ids: ["u0"] }, { distinct_ids: ["u1"] }];
  const { id } = loadCase(db, { now: "2024-01-05T00:00:00Z", events, persons, cohorts: [{ id: 1 }] });
  writeNow(db, () => {
    db.sql("UPDATE events SET properties = '{\"index' WHERE seq = 2").run();
    db.sql("UPDATE events SET elements = '[{' WHERE seq = 3").run();
    db.sql("UPDATE events SET event_name_id = 4711 WHERE seq = 4").run();
    db.sql("UPDATE cohorts SET groups = '[{'").run();
  });
  return { db, projectId: id };
}

async function linesOf(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const damaged = suite("exportLines of damaged rows");

damaged("ends at the first with its name and what to do", async () => {
  const { db, projectId } = openDamaged();
  const uuid = db.sql("SELECT lower(hex(uuid)) FROM events WHERE seq = 2").pluck().get() as string;
  try {
    await linesOf(exportLines({ db }, projectId, { kinds: ["event"] }));
    assert.unreachable();
  } catch (error) {
    assert.instance(error, HogletError);
    assert.is((error as HogletError).code, "storage_corrupt");
    const detail = (error as HogletError).detail.replaceAll("-", "");
    assert.ok(detail.includes(uuid), detail);
    assert.match((error as HogletError).detail, /number 2\) is damaged.*`--skip-bad`.*hoglet deletions request event/);
  }
});

damaged("goes on without them with skipBad, and says what it left", async () => {
  const { db, projectId } = openDamaged();
  const left: LeftRow[] = [];
  const options = { skipBad: true, onLeft: (row: LeftRow) => void left.push(row) };
  const lines = (await linesOf(exportLines({ db }, projectId, options))).map(
    (line) => JSON.parse(line) as { kind: string; event?: string },
  );
  assert.equal(
    lines.map(({ kind, event }) => event ?? kind),
    ["project", "person", "person", "e0", "e4"],
  );
  assert.equal(
    left.map(({ kind, id }) => [kind, id]),
    [
      ["cohort", 1],
      ["event", 2],
      ["event", 3],
      ["event", 4],
    ],
  );
});

damaged.run();
