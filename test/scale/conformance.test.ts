import { suite } from "uvu";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
import type { ClickhouseOptions } from "../../adapters/clickhouse/index.ts";
import { silentLogger } from "../../lib/base/log.ts";
import { createFeed } from "../../lib/engines/feed/index.ts";
import { conform } from "../conformance/index.ts";
import { hasClickhouse, openDoor, skip } from "./clickhouse-door.ts";
import type { ClickhouseDoor } from "./clickhouse-door.ts";

// The port's conformance on ClickHouse: with SQL, and with every row gathered. Each database of a test has a database of ClickHouse.

for (const pushdown of [true, false]) {
  const name = pushdown ? "clickhouse" : "clickhouse, rows gathered";
  const own = suite(name);
  let door: ClickhouseDoor;
  let databases = 0;
  const options = (): ClickhouseOptions => ({
    url: door.url,
    password: door.password,
    database: `test_${pushdown ? "sql" : "rows"}_${++databases}`,
    waitMs: 120_000,
    followMs: 1_000_000,
    pushdown,
  });
  if (hasClickhouse) {
    own.before(async () => {
      door = await openDoor();
    });
    own.after(() => door.close());
    conform(own, {
      options: { engine: (source) => clickhouse(options())(source) },
      over: (db) => clickhouse(options())({ feed: createFeed(db), log: silentLogger }),
    });
  } else skip(own, name);
  own.run();
}
