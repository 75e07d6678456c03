import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { closeUpstreams, listen } from "../adapters/posthog/support/upstream.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { start } from "./hoglet-process.ts";
import { runHere } from "./run-here.ts";

const push = suite("hoglet push");

push("sends the history of a file, and tells how its outboxes stand", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const theirs = await createHoglet({ projectToken: "phc_theirs" });
  const upstream = await listen(theirs);
  const mine = await createHoglet({ file });
  await mine.capture([
    { event: "seen", distinct_id: "u" },
    { event: "ordered", distinct_id: "u" },
  ]);
  const args = ["push", "--db", file, "--to", upstream.url, "--project-token", "phc_theirs"];
  const first = await runHere(args);
  assert.equal([first.code, first.stdout, first.stderr], [0, sent(2, 0), ""]);
  assert.is((await runHere(args)).stdout, sent(0, 2));
  await mine.capture({ event: "paid", distinct_id: "u" });
  assert.is((await runHere(args)).stdout, sent(1, 2));
  assert.is((await runHere([...args, "--restart"])).stdout, sent(3, 0));
  const told = await runHere(["push", "--db", file, "--status"]);
  const status = JSON.parse(told.stdout) as { state: string; host: string; delivered: number };
  assert.equal([status.state, status.host, status.delivered], ["idle", upstream.url, 3]);
  assert.equal((await theirs.events.list()).results.map(({ event }) => event).toSorted(), ["ordered", "paid", "seen"]);
  await mine.close();
  await upstream.close();
  await theirs.close();
  folder.remove();
});

function sent(delivered: number, before: number): string {
  return `{"delivered":${delivered},"delivered_before":${before},"withheld":0,"set_aside":0}\n`;
}

push("wrong usage is 2; an upstream that refuses the token is 1, with a sentence", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const theirs = await createHoglet({ projectToken: "phc_theirs" });
  const upstream = await listen(theirs);
  const mine = await createHoglet({ file });
  await mine.capture({ event: "seen", distinct_id: "u" });
  const lacking = await runHere(["push", "--db", file]);
  assert.is(lacking.code, 2);
  assert.match(lacking.stderr, "--to and --project-token");
  const denied = await runHere(["push", "--db", file, "--to", upstream.url, "--project-token", "phc_wrong"]);
  assert.equal([denied.code, denied.stdout], [1, ""]);
  assert.match(denied.stderr, "does not take the events: 401");
  await mine.close();
  await upstream.close();
  await theirs.close();
  folder.remove();
});

push("says what it waits for when nobody answers, and can be stopped then", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const mine = await createHoglet({ file });
  await mine.capture({ event: "seen", distinct_id: "u" });
  await mine.close();
  // Nothing listens on port 1.
  const { child, until, finished } = start([
    "push",
    "--db",
    file,
    "--to",
    "http://127.0.0.1:1",
    "--project-token",
    "t",
  ]);
  await until("stderr", /^hoglet: http:\/\/127\.0\.0\.1:1 does not answer; trying again in [1-9] s\.$/m);
  child.kill("SIGINT");
  const { code, stderr } = await finished;
  assert.is(code, 1);
  assert.match(stderr, "The push was stopped; the next one goes on from here.");
  folder.remove();
});

push.after(closeUpstreams);
push.run();
