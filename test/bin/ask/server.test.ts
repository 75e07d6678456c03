import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tail } from "../../../bin/commands/tail.ts";
import { createHoglet } from "../../../lib/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { capture, run, serve, start } from "../hoglet-process.ts";
import { whenAll } from "../../support/rounds.ts";

const folder = tempFolder();
const server = suite("hoglet ask and tail: a running server");

const EVENT = { event: "seen", distinct_id: "u1", timestamp: "2024-03-01T08:00:00Z", properties: { plan: "pro" } };
const QUESTION = [
  "ask",
  "trends",
  "seen",
  "--display",
  "BoldNumber",
  "--date-from",
  "2024-03-01",
  "--date-to",
  "2024-03-02",
];
const ANSWER = '{"series":"seen","value":1}\n';

whenAll(server)("on loopback no key is needed, as for the page", async () => {
  await using hoglet = await serve(["--memory"]);
  const { url } = hoglet.ready;
  assert.is(await capture(hoglet.ready, EVENT), 200);
  const asked = await run([...QUESTION, "--url", url]);
  assert.equal([asked.code, asked.stdout, asked.stderr], [0, ANSWER, ""]);
  const events = await run(["events", "--url", `${url}/`, "--where", "plan = pro"]);
  assert.match(events.stdout, /^\{"uuid":.*"event":"seen".*\}\n$/);
  const counted = await run(["query", "select event, count() as n from events group by 1", "--url", url]);
  assert.equal([counted.code, counted.stdout, counted.stderr], [0, '{"event":"seen","n":1}\n', ""]);
  const timed = await run(["query", "select 1", "--url", url, "--timeout", "5"]);
  assert.equal(
    [timed.code, timed.stderr.split("\n")[0]],
    [2, "error: --timeout is of a database: a server stops statements by its own."],
  );
  const misspelt = await run(["ask", "trends", "sen", "--url", url]);
  assert.equal([misspelt.code, misspelt.stderr], [1, "hoglet: No event is called 'sen'. Did you mean 'seen'?\n"]);
  const lines: string[] = [];
  const stop = new AbortController();
  await tail(
    { url, json: true },
    {
      signal: stop.signal,
      print(line) {
        lines.push(line);
        stop.abort();
      },
      async fetch(input, init) {
        const response = await fetch(input, init);
        // The stream is open now.
        if (String(input).includes("/live")) await capture(hoglet.ready, { ...EVENT, event: "later" });
        return response;
      },
    },
  );
  assert.match(lines.join("\n"), /^\{.*"event":"later".*\}$/);
});

whenAll(server)("behind a proxy a key is needed, and said", async () => {
  await using hoglet = await serve(["--memory", "--behind-proxy", "--personal-api-key", "phx_secret-key"]);
  const { url } = hoglet.ready;
  assert.is(await capture(hoglet.ready, EVENT), 200);
  const bare = await run([...QUESTION, "--url", url]);
  assert.equal([bare.code, bare.stdout], [1, ""]);
  assert.is(bare.stderr, `hoglet: ${url} wants a personal API key: --key phx_…\n`);
  const asked = await run([...QUESTION, "--url", url, "--key", "phx_secret-key"]);
  assert.equal([asked.code, asked.stdout], [0, ANSWER]);
  const older = await run([...QUESTION, "--url", url], { env: { HOGLET_PERSONAL_API_KEY: "phx_secret-key" } });
  assert.equal([older.code, older.stdout], [0, ANSWER]);
});

whenAll(server)("says when nothing answers, or no hoglet", async () => {
  const nothing = await run(["ask", "trends", "--url", "http://127.0.0.1:1"]);
  assert.equal(
    [nothing.code, nothing.stderr],
    [1, "hoglet: No server answers at http://127.0.0.1:1. Start one by hoglet serve, or name another by --url.\n"],
  );
});

server.run();

const watch = suite("hoglet ask --watch");

whenAll(watch)("asks again, prints what is new, and ends when it is interrupted", async () => {
  const file = folder.file("watched.db");
  await using hoglet = await createHoglet({ file });
  await hoglet.capture([EVENT]);
  const watching = start([...QUESTION, "--db", file, "--watch", "0.1"]);
  await watching.until("stdout", /"value":1\}/);
  await hoglet.capture([{ ...EVENT, distinct_id: "u2" }]);
  await watching.until("stdout", /"value":2\}/);
  watching.child.kill("SIGTERM");
  const { code, stdout } = await watching.finished;
  assert.is(code, 0);
  assert.equal(stdout, '{"series":"seen","value":1}\n{"series":"seen","value":2}\n');
});

watch.run();
