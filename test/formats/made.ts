import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createHoglet } from "../../lib/index.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { write } from "../../lib/storage/index.ts";
import { compactAll } from "../support/compact.ts";
import { tempFolder } from "../support/temp-folder.ts";

// The files in fixtures/formats: one for each format that a release wrote. `node --import tsx test/formats/make.ts` writes that of the
// present format, once, before its release; it is never written again.

/** The clock of the files. */
export const NOW = "2024-03-12T12:00:00Z";

/** Events in the full block, and after it. */
export const [EARLIER, LATER] = [300, 40] as const;

/** The events of the files, by their number from 0. */
export function eventOf(n: number) {
  return {
    event: n % 3 === 0 ? "bought" : "seen",
    distinct_id: `u${n % 7}`,
    timestamp: new Date(Date.UTC(2024, 2, 1 + (n % 9), n % 24)).toISOString(),
    uuid: `018df000-0000-7000-8000-${String(n).padStart(12, "0")}`,
    properties: { plan: n % 2 === 0 ? "größer 🦔" : "free", n },
  };
}

/** The number of an event that was deleted. */
export const GONE = 5;

/** Writes a file: events in columns and chunks, newer ones in rows, persons of whom two were merged, an event that was deleted. */
export async function makeFile(path: string): Promise<void> {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const numbers = Array.from({ length: EARLIER + LATER }, (_, n) => n);
  const first = await createHoglet({
    file,
    now: NOW,
    projectToken: "phc_formats",

    deletionCron: "",
  });
  await first.capture(numbers.slice(0, EARLIER).map(eventOf));
  await first.capture({
    ...eventOf(0),
    event: "$identify",
    distinct_id: "u0",
    uuid: undefined,
    properties: { $anon_distinct_id: "u1", $set: { team: "a" } },
  });
  await first.close();
  const db = openDatabase({ file, durability: "normal" });
  await write(db, () => db.sql("UPDATE sqlite_sequence SET seq = 65536 WHERE name = 'events'").run());
  db.close();
  const second = await createHoglet({ file, now: NOW, deletionCron: "" });
  await second.capture(numbers.slice(EARLIER).map(eventOf));
  const again = openDatabase({ file, durability: "normal" });
  compactAll(again, { untilSeq: 65_535 });
  again.close();
  await second.deletions.request({ kind: "event", key: eventOf(GONE).uuid });
  await second.deletions.runNow();
  await second.rebuild();
  const bytes = await second.serialize();
  await second.close();
  writeFileSync(path, gzipSync(bytes, { level: 9 }));
  folder.remove();
}

/** The file of a format. */
export function fileOf(format: number): string {
  return join("fixtures", "formats", `${format}.db.gz`);
}
