/**
 * A process that captures a story into a file and forwards it at the same time, until it is killed:
 * `outbox-runner.ts <file> <host> <seed> <count>`. A line on stdout for each delivery, "done" when all is there.
 */
import { forwardTo } from "../../../../adapters/posthog/index.ts";
import { createHoglet } from "../../../../lib/index.ts";
import { story } from "./story.ts";

const [file = "", host = "", seed = "", count = ""] = process.argv.slice(2);
const hoglet = await createHoglet({ file });
const outbox = await forwardTo(hoglet, {
  host,
  projectToken: "phc_theirs",
  batchEvents: 20,
  intervalMs: 5,
  minDelayMs: 5,
  maxDelayMs: 20,
});
outbox.on("delivered", ({ seq }) => process.stdout.write(`${seq}\n`));
const events = story(Number(seed), Number(count));
// Events that an earlier process captured are known by their uuids.
while (events.length > 0) {
  await hoglet.capture(events.splice(0, 25));
  await new Promise((resolve) => setTimeout(resolve, 5));
}
while ((await outbox.status()).state !== "idle") await new Promise((resolve) => setTimeout(resolve, 20));
process.stdout.write("done\n");
await outbox.close();
await hoglet.close();
