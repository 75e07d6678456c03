import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clickhouse } from "../../../adapters/clickhouse/index.ts";
import { allStatements } from "../../../adapters/clickhouse/migrations.ts";
import { createHoglet, HogletError } from "../../../lib/index.ts";
import { refusal } from "../../support/refusal.ts";

const URL_OF_NOBODY = "http://127.0.0.1:9";

const options = suite("clickhouse options");

for (const [given, attr] of [
  [{ url: "clickhouse" }, "url"],
  [{ url: URL_OF_NOBODY, database: "a`b" }, "database"],
  [{ url: URL_OF_NOBODY, cluster: "a'b" }, "cluster"],
  [{ url: URL_OF_NOBODY, waitMs: -1 }, "waitMs"],
  [{ url: URL_OF_NOBODY, batchEntries: 0 }, "batchEntries"],
  [{ url: URL_OF_NOBODY, gatherEvents: 1.5 }, "gatherEvents"],
  [{ url: URL_OF_NOBODY, keyColumns: 101 }, "keyColumns"],
  [{ url: URL_OF_NOBODY, user: "x" }, "user"],
] as const) {
  options(`refuse ${JSON.stringify(given)}`, () => {
    try {
      clickhouse(given as never);
      assert.unreachable();
    } catch (error) {
      assert.ok(error instanceof HogletError, String(error));
      assert.equal([error.code, error.attr], ["misconfigured", attr]);
    }
  });
}

options("name the option that was probably meant", () => {
  assert.throws(
    () => clickhouse({ url: URL_OF_NOBODY, usernme: "x" } as never),
    /Unknown option "usernme" of clickhouse\. Did you mean "username"\?/,
  );
});

options.run();

const trouble = suite("clickhouse that cannot be asked");

trouble("nobody answers: captures are stored, questions are 503 and name neither address nor user", async () => {
  await using hoglet = await createHoglet({ engine: clickhouse({ url: URL_OF_NOBODY, username: "somebody" }) });
  await hoglet.capture({ event: "x", distinct_id: "a" });
  const error = await refusal(hoglet.insights.trend({ events: [{ id: "x" }] }));
  assert.equal([error.status, error.code], [503, "engine_down"]);
  assert.not.match(JSON.stringify(error), /127\.0\.0\.1|somebody/);
  const { state, behind } = await hoglet.engine.status();
  assert.equal([state, behind.events], ["down", 1]);
});

trouble("a server that is too old says so", async () => {
  const server = createServer((_, response) => response.end(`["23.8.1.1", ${Date.now()}]\n`));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const hoglet = await createHoglet({ engine: clickhouse({ url: `http://127.0.0.1:${port}` }) });
  const error = await refusal(hoglet.insights.trend({ events: [{ id: "x" }] }));
  assert.equal([error.status, error.code], [503, "engine_old"]);
  assert.match(error.detail, /is version 23\.8\.1\.1, and hoglet needs 24\.8 or newer/);
  await hoglet.close();
  server.closeAllConnections();
  server.close();
});

trouble.run();

const schema = suite("clickhouse tables");

function whole(table: string): unknown[] {
  return [`\`hoglet\`.\`${table}\``, `ReplicatedReplacingMergeTree('/clickhouse/tables/all/hoglet/${table}'`];
}

schema("of a cluster are replicated: events sharded by their distinct ids, all others whole on every node", () => {
  const statements = allStatements({ database: "hoglet", cluster: "big" });
  const made = statements.filter((statement) => statement.startsWith("CREATE"));
  const engines = made.map((statement) => [
    /TABLE IF NOT EXISTS (\S+)/.exec(statement)?.[1],
    /ENGINE = (\w+\('[^']+')/.exec(statement)?.[1],
  ]);
  assert.equal(engines, [
    ["`hoglet`.`events_local`", "ReplicatedMergeTree('/clickhouse/tables/{shard}/hoglet/events'"],
    ["`hoglet`.`events`", "Distributed('big'"],
    ...["distinct_ids", "persons", "groups", "members", "shipments"].map(whole),
    ["`hoglet`.`key_uses`", "ReplicatedSummingMergeTree('/clickhouse/tables/all/hoglet/key_uses'"],
  ]);
  assert.ok(statements.every((statement) => statement.includes("ON CLUSTER 'big'")));
  assert.match(statements[1] ?? "", /sipHash64\(project_id, ord\)\)$/);
});

schema.run();
