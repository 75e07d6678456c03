/**
 * Moves the texts of the file named on the command line into chunks, for tests that kill it. Prints a line when it begins and after
 * each step that has stored a chunk; before, the uuids are listed.
 */
import { compactedSeq, compactSteps, newestSeq, openDatabase } from "../../lib/log/index.ts";

const file = process.argv[2];
if (file === undefined) throw new Error("expected the path of a database");
const db = openDatabase({ file, durability: "normal" });
process.stdout.write("begins\n");
for (const _ of compactSteps(db, { untilSeq: newestSeq(db), chunkBytes: 2000, stepBytes: 20_000 })) {
  if (compactedSeq(db) > 0) process.stdout.write("step\n");
}
db.close();
