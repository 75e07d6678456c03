import { once } from "node:events";
import { createHoglet } from "../../lib/index.ts";

// A process of `npm run bench -- processes`: `node capture-process.ts <file> <events a request> <seconds>`. It says when the file is open, waits
// for its input, and prints how many events it stored in that time.

const AT_ONCE = 8;
const PERSONS = 2000;

const [file = "", size = "1", seconds = "1"] = process.argv.slice(2);
const hoglet = await createHoglet({ file });
let sent = 0;
const body = () =>
  JSON.stringify({
    api_key: hoglet.project.api_token,
    batch: Array.from({ length: Number(size) }, () => ({
      event: `event ${++sent % 30}`,
      distinct_id: `${process.pid} ${sent % PERSONS}`,
      properties: { plan: "pro", index: sent, note: "x".repeat(200) },
    })),
  });
process.stdout.write("open");
await once(process.stdin, "data");
const endMs = performance.now() + Number(seconds) * 1000;
let stored = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (performance.now() < endMs) {
      const reply = await hoglet.fetch("http://x/batch/", { method: "POST", body: body() });
      if (reply.ok) stored += Number(size);
    }
  }),
);
process.stdout.write(String(stored));
await hoglet.close();
