import { writeSync } from "node:fs";
import { createIds } from "../../lib/base/ids.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { createImportSlots, importLines } from "../../lib/transfer/index.ts";

// A process that imports two events into the file given to it and suspends itself in the middle of the transaction.

const [file] = process.argv.slice(2);
const db = openDatabase({ file, durability: "normal" });
db.sqlite.function("suspend", { directOnly: false }, () => {
  writeSync(1, "suspended\n");
  process.kill(process.pid, "SIGSTOP");
  return null;
});
db.sqlite.exec(
  "CREATE TEMP TRIGGER suspended AFTER INSERT ON events WHEN new.timestamp = 2000 BEGIN SELECT suspend(); END",
);
const ctx = { db, ids: createIds(), clock: { now: () => 0 }, imports: createImportSlots() };
const lines = [1, 2].map((second) => ({
  kind: "event",
  event: "imported",
  distinct_id: "u",
  timestamp: new Date(second * 1000).toISOString(),
}));
await importLines(ctx, 1, lines);
db.close();
