import { suite } from "uvu";
import * as assert from "uvu/assert";
import { unavailable } from "../../lib/base/errors.ts";
import { createHoglet } from "../../lib/index.ts";
import { importLines } from "../../lib/transfer/index.ts";
import type { ImportCounts } from "../../lib/transfer/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { NONE, createTestContext, dump, event, person, rejection, uuid } from "./context.ts";
import { whenAll } from "../support/rounds.ts";

const loading = suite("openLoader");

/** More lines than the caller's thread reads itself. */
const MANY = 3500;

function many(): object[] {
  return Array.from({ length: MANY }, (_, number) => event("e", `u${number % 50}`, number, { uuid: uuid(number) }));
}

async function withFile(run: (ctx: ReturnType<typeof createTestContext>) => Promise<void>): Promise<void> {
  const folder = tempFolder();
  const ctx = createTestContext(folder.file("a.db"));
  try {
    await run(ctx);
  } finally {
    ctx.db.close();
    folder.remove();
  }
}

/** Makes this connection unable to write an event. */
function refuseHere({ db }: ReturnType<typeof createTestContext>): void {
  db.sqlite.exec(
    "CREATE TEMP TRIGGER here BEFORE INSERT ON event_texts BEGIN SELECT raise(ABORT, 'written here'); END",
  );
}

function lines(): unknown[] {
  const cohort = { kind: "cohort", id: 9, name: "c", is_static: true, members: ["u1", "p"] };
  const [first, ...rest] = many();
  return [first, "bad", cohort, person(["p", "u2"], { properties: { plan: "pro" } }), ...rest, "worse", ...many()];
}

function withoutTokens(dumped: unknown): unknown {
  return (dumped as [string, unknown[]][]).slice(1);
}

loading("moves nothing when its handle may not write at the end of the move any more", () =>
  withFile(async (ctx) => {
    const over = unavailable("lease_not_renewed", "The lease was not renewed.", undefined);
    let asked = 0;
    // Once for the import, once for its turn, and twice by the thread before its rows.
    ctx.db.refusal = () => (++asked > 4 ? over : null);
    assert.is(await importLines(ctx, 1, many()).catch((error: unknown) => error), over);
    assert.is(asked, 5);
    assert.is(ctx.db.sql("SELECT count(*) FROM persons").pluck().get(), 0);
    ctx.db.refusal = () => null;
    assert.is((await importLines(ctx, 1, many())).events, MANY);
  }),
);

whenAll(loading)("moves many lines into a file by another connection, with the same result as in memory", () =>
  withFile(async (ctx) => {
    refuseHere(ctx);
    const heard: ImportCounts[] = [];
    const counts = await importLines(ctx, 1, lines() as object[], {
      skipBad: true,
      onProgress: (so) => heard.push(structuredClone(so)),
    });
    const memory = createTestContext();
    const [expectedHeard, expected] = [[] as ImportCounts[], structuredClone(counts)];
    assert.equal(
      await importLines(memory, 1, lines() as object[], {
        skipBad: true,
        onProgress: (so) => expectedHeard.push(structuredClone(so)),
      }),
      expected,
    );
    assert.is(counts.events, MANY);
    assert.is(counts.duplicates, MANY);
    assert.equal(
      counts.bad?.map(({ line }) => line),
      [2, MANY + 4],
    );
    assert.equal(heard, expectedHeard);
    assert.equal(withoutTokens(dump(ctx)), withoutTokens(dump(memory)));
    memory.db.close();
  }),
);

whenAll(loading)(
  "keeps nothing of many lines when one is bad or the database fails in the middle, and works again after",
  () =>
    withFile(async (ctx) => {
      const before = dump(ctx);
      const error = await rejection(importLines(ctx, 1, [...many(), "bad"] as object[]));
      assert.is(error?.code, "bad_line");
      assert.match(error?.message ?? "", new RegExp(`^Line ${MANY + 1}: `));
      ctx.db.sqlite.exec("CREATE TRIGGER fail BEFORE INSERT ON uuid_blocks BEGIN SELECT raise(ABORT, 'broken'); END");
      assert.ok(await rejection(importLines(ctx, 1, many())));
      ctx.db.sqlite.exec("DROP TRIGGER fail");
      assert.equal(dump(ctx), before);
      assert.equal(await importLines(ctx, 1, many()), { ...NONE, events: MANY });
    }),
);

whenAll(loading)("hands many events to the pipeline in order, except those that are stored", () =>
  withFile(async (ctx) => {
    await importLines(ctx, 1, many().slice(0, 100));
    refuseHere(ctx);
    const handed: string[] = [];
    const process = async (events: { uuid: string }[]) => void handed.push(...events.map((one) => one.uuid));
    const counts = await importLines(ctx, 1, many(), { process });
    assert.equal(counts, { ...NONE, events: MANY - 100, duplicates: 100 });
    assert.equal(
      handed,
      Array.from({ length: MANY - 100 }, (_, number) => uuid(number + 100)),
    );
  }),
);

loading("refuses an import when the handle is closed while its source is still coming", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const hoglet = await createHoglet({ file });
  async function* source() {
    yield* many();
    await hoglet.close();
    yield* many();
  }
  assert.match((await rejection(hoglet.import(source())))?.message ?? "", /^This hoglet is closed/);
  await using again = await createHoglet({ file });
  assert.is((await again.events.list({})).count, 0);
  await again.close();
  folder.remove();
});

whenAll(loading)("lets what is captured while rows move wait for them", async () => {
  const folder = tempFolder();
  await using hoglet = await createHoglet({ file: folder.file("a.db") });
  const importing = hoglet.import(many());
  const stored = await Promise.all([
    importing.then((counts) => counts.events),
    ...Array.from({ length: 20 }, async (_, number) => {
      await new Promise(setImmediate);
      await hoglet.capture({ event: "meanwhile", distinct_id: `u${number}` });
      return 1;
    }),
  ]);
  assert.is(
    stored.reduce((sum, count) => sum + count),
    MANY + 20,
  );
  const { results } = await hoglet.query("select count(*), count(distinct distinct_id) from events");
  assert.equal(results, [[MANY + 20, 50]]);
  await hoglet.close();
  folder.remove();
});

loading.run();
