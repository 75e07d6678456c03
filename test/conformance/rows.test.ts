import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Engine } from "../../lib/index.ts";
import { silentLogger } from "../../lib/base/log.ts";
import { createFeed } from "../../lib/engines/feed/index.ts";
import { openFeedCopy } from "./feed-copy.ts";
import { conform, conformToGiven } from "./index.ts";
import { oneIn } from "../support/rounds.ts";

const option = suite("createHoglet({ engine })");

option("answers by the engine, which reads every acknowledged write, and ends it", async () => {
  const asked: string[] = [];
  let closed = 0;
  const hoglet = await createHoglet({
    now: "2024-03-10T12:00:00Z",
    engine(source) {
      const copy = openFeedCopy(source);
      const engine: Engine = {
        ask(plan, options) {
          asked.push(plan.kind);
          return copy.ask(plan, options);
        },
        async close() {
          closed++;
          await copy.close?.();
        },
      };
      return engine;
    },
  });
  const total = async () => (await hoglet.insights.trend({ events: [{ id: "x", math: "dau" }] })).result[0]?.count;
  await hoglet.capture({ event: "x", distinct_id: "a" });
  assert.is(await total(), 1);
  await hoglet.capture([{ event: "x", distinct_id: "b" }]);
  assert.is(await total(), 2);
  await hoglet.capture({ event: "$identify", distinct_id: "a", properties: { $anon_distinct_id: "b" } });
  assert.is(await total(), 1);
  const { count } = await hoglet.cohorts.create({ name: "did x", groups: [{ event_id: "x", days: 7, count: 2 }] });
  assert.is(count, 1);
  assert.equal(asked, ["trend", "trend", "trend", "trend-actors"]);
  await hoglet.close();
  await hoglet.close();
  assert.is(closed, 1);
});

option("is refused unless it is a function", async () => {
  try {
    await createHoglet({ engine: "clickhouse" as never });
    assert.unreachable();
  } catch (error) {
    assert.match(String(error), /engine/);
  }
});

option.run();

const rows = suite("rows over the feed");

// Rows are the model of the random stories, which take minutes over them: they run with `--rounds`, by hand.
const define = process.argv.includes("--rounds") ? conform : conformToGiven;

define(oneIn(11, rows), {
  options: { engine: openFeedCopy },
  over: (db) => openFeedCopy({ feed: createFeed(db), log: silentLogger }),
});

rows.run();
