/**
 * A process whose writes are recorded: `node recorded-story.ts <folder> <durability> <batches>`. It captures batches of three events into
 * the database of the folder and notes each acknowledged one in its file "acknowledged", which is recorded too.
 */
import { openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createHoglet } from "../../lib/index.ts";

const [folder = "", durability, batches] = process.argv.slice(2);

async function play(): Promise<void> {
  const hoglet = await createHoglet({ file: join(folder, "a.db"), durability: durability as "full" | "normal" });
  const acknowledged = openSync(join(folder, "acknowledged"), "a");
  const pad = "p".repeat(3000);
  for (let batch = 0; batch < Number(batches); batch++) {
    await hoglet.capture(
      [0, 1, 2].map((place) => ({
        event: "captured",
        distinct_id: `person ${batch % 7}`,
        properties: { batch, place, pad, $set: { last: batch } },
      })),
    );
    writeSync(acknowledged, `${batch}\n`);
    // Time passes, so that the log is synced between them.
    if (batch % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  // A power cut ends it: nothing is closed.
  process.exit(0);
}

void play();
