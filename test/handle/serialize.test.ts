import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, HogletError } from "../../lib/index.ts";

const it = suite("hoglet.serialize");

it("gives bytes from which a copy opens that goes its own way", async () => {
  await using first = await createHoglet({ personalApiKey: "phx_test_key" });
  const capturing = first.capture({ event: "a", distinct_id: "u1", properties: { $set: { plan: "pro" } } });
  const contents = await first.serialize();
  await capturing;
  await using copy = await createHoglet({ contents, personalApiKey: "phx_test_key" });
  assert.is(copy.project.api_token, first.project.api_token);
  assert.equal((await copy.events.list()).results, (await first.events.list()).results);
  await copy.capture({ event: "b", distinct_id: "u1" });
  const { result } = await copy.insights.trend({ events: [{ id: "b" }] });
  assert.equal([result[0]?.count, (await copy.events.list()).count, (await first.events.list()).count], [1, 2, 1]);
});

it("copies a file, whose write-ahead log stays behind", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hoglet-serialize-"));
  try {
    await using first = await createHoglet({ file: join(folder, "a.db") });
    await first.capture({ event: "a", distinct_id: "u1" });
    await using copy = await createHoglet({ contents: await first.serialize() });
    await copy.capture({ event: "b", distinct_id: "u1" });
    assert.equal([(await copy.events.list()).count, (await first.events.list()).count], [2, 1]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("refuses contents beside a file, and bytes that are no database", async () => {
  const contents = new Uint8Array(4096).fill(7);
  for (const [options, message] of [
    [{ contents, file: "x.db" }, /leave out file or contents/],
    [{ contents }, /not a SQLite database/],
    [{ contents: "text" }, /Expected the bytes of a database/],
  ] as const) {
    const error = await createHoglet(options as object).catch((reason: unknown) => reason);
    assert.instance(error, HogletError);
    assert.match((error as Error).message, message);
  }
});

it.run();
