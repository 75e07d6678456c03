import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tail } from "../../../bin/commands/tail.ts";
import type { TailOptions, TailSurroundings } from "../../../bin/commands/tail.ts";
import { createHoglet } from "../../../lib/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";

// The command `hoglet tail`; it lives in bin/commands/tail.ts.

/** Starts to follow; `lines(n)` waits for that many, `stop` interrupts and waits for the end. */
function follow(options: TailOptions, surroundings: Partial<TailSurroundings> = {}) {
  const printed: string[] = [];
  const abort = new AbortController();
  let wake: (() => void) | undefined;
  const print = (line: string) => {
    printed.push(line);
    wake?.();
  };
  const ended = tail(options, { print, signal: abort.signal, ...surroundings });
  return {
    printed,
    ended,
    async lines(count: number) {
      while (printed.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return printed;
    },
    async stop() {
      abort.abort();
      await ended;
    },
  };
}

async function message(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "no error",
    (error: unknown) => (error instanceof Error ? error.message : "no Error"),
  );
}

/** Lets a follower take its first steps, until it listens. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const NOW = "2024-03-10T12:00:00Z";

const tailing = suite("tail");

tailing("follows a file that another handle writes to, filtered, and ends when interrupted", async () => {
  const folder = tempFolder();
  const hoglet = await createHoglet({ file: folder.file("a.db"), now: NOW });
  const all = follow({ db: folder.file("a.db") });
  const some = follow({ db: folder.file("a.db"), event: "paid", distinctId: "u1", json: true });
  await settle();
  await hoglet.capture([
    { event: "viewed", distinct_id: "u1", properties: { plan: "pro" } },
    { event: "paid", distinct_id: "u2" },
    { event: "paid", distinct_id: "u1" },
  ]);
  assert.equal(await all.lines(3), [`${NOW}  viewed  u1  plan=pro`, `${NOW}  paid  u2  `, `${NOW}  paid  u1  `]);
  await some.lines(1);
  const { results } = await hoglet.events.list({ event: "paid", distinct_id: "u1" });
  assert.equal(
    some.printed.map((line) => JSON.parse(line) as unknown),
    results,
  );
  await all.stop();
  await some.stop();
  await hoglet.close();
  folder.remove();
});

tailing("follows a server, filtered, and ends when interrupted", async () => {
  const hoglet = await createHoglet({ now: NOW });
  const url = "http://hoglet.test/";
  const key = hoglet.personalApiKey ?? "";
  const found = follow({ url, personalApiKey: key, distinctId: "u1" }, { fetch: hoglet.fetch });
  await settle();
  const keepAlive = setTimeout(() => {}, 600_000);
  await hoglet.capture([
    { event: "viewed", distinct_id: "u2" },
    { event: "two\nlines \u001b[31m", distinct_id: "u1" },
  ]);
  assert.equal(await found.lines(1), [`${NOW}  two\\u000alines \\u001b[31m  u1  `]);
  clearTimeout(keepAlive);
  await found.stop();
  await hoglet.close();
});

tailing("says why it cannot follow", async () => {
  const hoglet = await createHoglet();
  const url = "http://hoglet.test";
  const refused = follow({ url, personalApiKey: "phx_wrong" }, { fetch: hoglet.fetch });
  assert.match(await message(refused.ended), /^The server refused with 401: (?!.*--key)\S+/);
  const bare = follow({ url }, { fetch: hoglet.fetch });
  assert.match(await message(bare.ended), /^The server refused with 401: \S+.* Give one by --key\.$/);
  const nobody = follow({ url }, { fetch: () => Promise.reject(new Error("ECONNREFUSED")) });
  assert.is(
    await message(nobody.ended),
    "No server answers at http://hoglet.test. Start one by hoglet serve, or name another by --url.",
  );
  assert.match(await message(follow({ db: "/nowhere/a.db" }).ended), /^There is no database at \/nowhere\/a\.db\./);

  const elsewhere = follow({ url, project: 7, personalApiKey: hoglet.personalApiKey ?? "" }, { fetch: hoglet.fetch });
  assert.match(await message(elsewhere.ended), /^The server refused with 404: \S+/);

  const left = follow({ url, personalApiKey: hoglet.personalApiKey ?? "" }, { fetch: hoglet.fetch });
  await settle();
  await hoglet.close();
  assert.is(await message(left.ended), "The server closed the stream.");
});

tailing("ends at once when it was interrupted before it began", async () => {
  const folder = tempFolder();
  const hoglet = await createHoglet({ file: folder.file("a.db") });
  const signal = AbortSignal.abort();
  await follow({ db: folder.file("a.db") }, { signal }).ended;
  const options = { url: "http://hoglet.test", personalApiKey: hoglet.personalApiKey ?? "" };
  await follow(options, { signal, fetch: hoglet.fetch }).ended;
  await hoglet.close();
  folder.remove();
});

tailing.run();
