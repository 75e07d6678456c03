import { clickhouse } from "../../adapters/clickhouse/index.ts";
import { toClock } from "../../lib/base/clock.ts";
import { silentLogger } from "../../lib/base/log.ts";
import { leaveEvents } from "../../lib/engines/departures/index.ts";
import { createFeed } from "../../lib/engines/feed/index.ts";
import { openDatabase } from "../../lib/storage/index.ts";

// A process that lets events leave in small parts until it is killed: node --import tsx leave-process.ts FILE URL PASSWORD DATABASE NOW.
// It prints a line before and after each proof of the copy, and a last line.

const [file = "", url = "", password = "", database = "", now = ""] = process.argv.slice(2);
const db = openDatabase({ file, durability: "normal" });
const log = silentLogger;
const engine = clickhouse({ url, password, database, followMs: 1_000_000 })({ feed: createFeed(db), log });
const archive = engine.archive;
if (archive === undefined) throw new Error("No archive.");
const prove: typeof archive.prove = async (range, options) => {
  process.stdout.write("asked\n");
  const proof = await archive.prove(range, options);
  process.stdout.write("answered\n");
  return proof;
};
const clock = toClock(() => Number(now));
await leaveEvents({ db, engine: { ...engine, archive: { ...archive, prove } }, clock, log, keepMs: 0, mostEvents: 7 });
process.stdout.write("done\n");
await engine.close?.();
db.close();
