import { createHoglet } from "../../lib/index.ts";
import { clickhouse } from "../../adapters/clickhouse/index.ts";

// A process that captures, identifies, deletes and follows until it is killed: node --import tsx follow-process.ts FILE URL PASSWORD ROUND.
// It prints a line after each answered question.

const [file = "", url = "", password = "", round = ""] = process.argv.slice(2);
await using hoglet = await createHoglet({
  file,
  engine: clickhouse({ url, password, followMs: 5, batchEntries: 70, waitMs: 600_000 }),
});
for (let turn = 0; ; turn++) {
  const events = Array.from({ length: 60 }, (_, index) => ({
    event: ["viewed", "bought"][index % 2] ?? "",
    distinct_id: `u${(turn * 7 + index) % 50}`,
    properties: { round, turn, index, $set: { turn } },
  }));
  await hoglet.capture(events);
  await hoglet.capture({
    event: "$create_alias",
    distinct_id: `u${turn % 50}`,
    properties: { alias: `u${(turn * 3 + 1) % 50}` },
  });
  await hoglet.insights.trend({ events: [{ id: "viewed", math: "dau" }], refresh: true }).catch(() => {});
  process.stdout.write(`${turn}\n`);
}
