import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { randomInt } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { WITH_BUILT_LIBRARY } from "../support/command.ts";
import { rounds, size } from "../support/rounds.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { makeRecorder } from "./make-recorder.ts";
import { Disk, readRecord } from "./replay-writes.ts";
import type { RecordedCall } from "./replay-writes.ts";

/** `--rounds 10000` behind the name of this file for more. */
const CUTS = rounds(2, 100);

/** Batches of three events; 300 and more fill the write-ahead log, so that it is folded into the file and begins from the front. */
const BATCHES = size(60, 500);

const SEED = Number(process.env["HOGLET_SEED"] ?? randomInt(2 ** 31));

const cuts = suite("a power cut");

/** Records a story. @returns the files before it, and its calls */
async function record(durability: "full" | "normal"): Promise<{ before: Buffer; calls: RecordedCall[] } | undefined> {
  const folder = tempFolder();
  const stage = tempFolder();
  const recorded = makeRecorder(folder.file("recorder.so"), stage.path);
  if (recorded === undefined) return undefined;
  await (await createHoglet({ file: stage.file("a.db") })).close();
  const before = readFileSync(stage.file("a.db"));
  const log = folder.file("record");
  const script = new URL("recorded-story.ts", import.meta.url).pathname;
  execFileSync(process.execPath, [...WITH_BUILT_LIBRARY, script, stage.path, durability, String(BATCHES)], {
    env: { ...recorded, HOGLET_RECORD_LOG: log },
  });
  const calls = readRecord(log);
  folder.remove();
  stage.remove();
  return { before, calls };
}

/** The batches that the files have, in their order. @throws when the database is damaged or has a part of a batch */
function readBatches(files: ReadonlyMap<string, Buffer>): number[] {
  const folder = tempFolder();
  for (const name of ["a.db", "a.db-wal"]) writeFileSync(folder.file(name), files.get(name) ?? "");
  const db = openDatabase({ file: folder.file("a.db"), durability: "normal" });
  try {
    assert.equal(db.sql("PRAGMA integrity_check").pluck().all(), ["ok"]);
    const rows = db.sql<{ batch: number; events: number }>(
      "SELECT properties ->> 'batch' AS batch, count(*) AS events FROM events GROUP BY 1 ORDER BY 1",
    );
    const batches = rows.all().map(({ batch, events }) => {
      assert.is(events, 3, `batch ${batch} is there in part`);
      return batch;
    });
    const last = db.sql<number | null>("SELECT max(properties ->> 'last') FROM persons").pluck().get() ?? -1;
    assert.is(last, batches.at(-1) ?? -1, "persons are those of another moment than events");
    return batches;
  } finally {
    db.close();
    folder.remove();
  }
}

/** Plays cuts of a story. @returns the longest time, in ms, between an acknowledgement and a cut that took it */
async function play(durability: "full" | "normal"): Promise<number | undefined> {
  const story = await record(durability);
  if (story === undefined) {
    process.stderr.write("SKIPPED: power cuts need Linux and cc.\n");
    return undefined;
  }
  const { before, calls } = story;
  const random = createRandom(SEED);
  const places = Array.from({ length: CUTS }, () => random.integer(0, calls.length)).toSorted((a, b) => a - b);
  const disk = new Disk(new Map([["a.db", before]]));
  const acknowledgedAtMs: number[] = [];
  let [played, lost, oldestMs, most] = [0, 0, 0, 0];
  for (const place of places) {
    for (; played < place; played++) {
      const call = calls[played] as RecordedCall;
      if (call.file === "acknowledged") acknowledgedAtMs.push(call.atMs);
      else disk.play(call);
    }
    const batches = readBatches(disk.cut(random));
    // A start of the story, without a gap.
    assert.equal(batches, [...batches.keys()], `seed ${SEED}, cut at ${place} of ${calls.length}`);
    most = Math.max(most, batches.length);
    if (batches.length >= acknowledgedAtMs.length) continue;
    lost += 1;
    const cutAtMs = calls[place - 1]?.atMs ?? 0;
    oldestMs = Math.max(oldestMs, cutAtMs - (acknowledgedAtMs[batches.length] as number));
  }
  process.stderr.write(
    `seed ${SEED}, ${durability}: ${CUTS} cuts of ${calls.length} calls, ${acknowledgedAtMs.length} batches acknowledged, up to ${most} found; ` +
      `${lost} cuts took acknowledged ones, at most ${oldestMs.toFixed(0)} ms old\n`,
  );
  assert.ok(calls.some(({ kind }) => kind === "sync ends"));
  return oldestMs;
}

cuts("loses nothing that was acknowledged with full durability", async () => {
  assert.is((await play("full")) ?? 0, 0);
});

cuts("leaves a start of what was acknowledged with normal durability, never a part of a capture", async () => {
  // The machine may be busy: the log is synced after half a second, the docs say a second.
  assert.ok(((await play("normal")) ?? 0) < 60_000);
});

cuts.run();
