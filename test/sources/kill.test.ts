import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import { WITH_BUILT_LIBRARY } from "../support/command.ts";
import { rounds, size, whenAll } from "../support/rounds.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { linesOf, toLines } from "./take.ts";

const ROWS = 6000;
const ROUNDS = rounds(1, 2);

/** Records in no order of time, with devices that users share, properties that change, and records that repeat. */
function records(seed: number): object[] {
  const random = createRandom(seed);
  return Array.from({ length: ROWS }, (_, n) => {
    const user = `u-${random.integer(0, 90)}`;
    const second = random.integer(0, 50_000);
    return {
      event: random.pick(["opened", "paid", "$mp_web_page_view"]),
      properties: {
        time: 1_709_546_400 + second,
        distinct_id: user,
        ...(n % 3 > 0 && { $user_id: user }),
        ...(n % 2 > 0 && { $device_id: `d-${random.integer(0, 80)}` }),
        $insert_id: `i-${n % (ROWS - 100)}`,
        $browser: `B${second}`,
        n: n % (ROWS - 100),
      },
    };
  });
}

/** Imports in a process that is killed at the nth step of a phase; true = it ended before. */
async function importUntil(database: string, file: string, step: number, phase = "storing"): Promise<boolean> {
  const args = [...WITH_BUILT_LIBRARY, "test/sources/support/import-runner.ts", database, file];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  let steps = 0;
  let isDone = false;
  for await (const line of createInterface({ input: child.stdout })) {
    isDone ||= line === "done";
    if (line.startsWith(phase) && ++steps === step) child.kill("SIGKILL");
  }
  await exited;
  return isDone;
}

const kills = suite("imports that are killed");

whenAll(kills)(`come to the same end, killed at any step (${ROUNDS} rounds)`, async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    const random = createRandom(round);
    const folder = tempFolder();
    const [file, database] = [folder.file("export.ndjson"), folder.file("a.db")];
    writeFileSync(file, toLines(records(round)));
    await using whole = await createHoglet();
    await whole.import({ path: file }, { from: "auto" });
    let killed = 0;
    // The last number is beyond all steps.
    for (const step of [1, 1 + random.integer(0, 3), 1 + random.integer(0, 3), 10_000]) {
      if (!(await importUntil(database, file, step))) killed += 1;
    }
    assert.ok(killed > 0, "none was killed");
    await using again = await createHoglet({ file: database });
    for (const kind of ["event", "person"] as const) {
      assert.equal(
        (await linesOf(again, kind)).map(same).toSorted(),
        (await linesOf(whole, kind)).map(same).toSorted(),
      );
    }
    await again.close();
    folder.remove();
  }
});

whenAll(kills)("while they read have stored nothing, leave no files, and come to the same end", async () => {
  const sources = {
    mixpanel: toLines(records(7)),
    // hoglet's own lines are read by another way.
    own: toLines(
      records(8).map((_, n) => ({
        kind: "event",
        event: "e",
        distinct_id: `u-${n % 90}`,
        timestamp: "2024-03-04T10:00:00Z",
        properties: { n },
      })),
    ),
  };
  for (const [name, text] of Object.entries(sources)) {
    const folder = tempFolder();
    const [file, database] = [folder.file("export.ndjson"), folder.file("a.db")];
    writeFileSync(file, text);
    for (const step of size([3], [1, 3, 6])) {
      assert.is(await importUntil(database, file, step, "reading"), false, `${name}: it was not killed`);
      await using left = await createHoglet({ file: database });
      const { results } = await left.query("select (select count(*) from events), (select count(*) from persons)");
      assert.equal(results, [[0, 0]], name);
    }
    assert.ok(await importUntil(database, file, 10_000));
    await using whole = await createHoglet({ now: "2024-06-01T00:00:00Z" });
    await whole.import({ path: file }, { from: "auto" });
    await using again = await createHoglet({ file: database });
    for (const kind of ["event", "person"] as const) {
      assert.equal(
        (await linesOf(again, kind)).map(untimed).toSorted(),
        (await linesOf(whole, kind)).map(untimed).toSorted(),
        name,
      );
    }
    await again.close();
    assert.equal(
      readdirSync(folder.path).filter((each) => !/^(?:export\.ndjson|a\.db(?:-wal|-shm|\.key)?)$/.test(each)),
      [],
    );
    folder.remove();
  }
});

/** A line without the instant of the import, at which persons without a time are made, and without uuids, which own lines may lack. */
function untimed(line: Record<string, unknown>): string {
  const { created_at: _, uuid: __, ...rest } = line;
  return same(rest);
}

/** A line as text; the order of ids within a person is no part of it. */
function same(line: Record<string, unknown>): string {
  const ids = line["distinct_ids"] as string[] | undefined;
  return JSON.stringify({ ...line, ...(ids && { distinct_ids: ids.toSorted() }) });
}

kills.run();
