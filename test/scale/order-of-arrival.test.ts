import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answer } from "../../adapters/clickhouse/answer.ts";
import { connect } from "../../adapters/clickhouse/connection.ts";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
import { parseOptions } from "../../adapters/clickhouse/options.ts";
import { createRandom } from "../../fixtures/random.ts";
import type { AnyPlan, OpenEngine } from "../../lib/engine.ts";
import { createHoglet } from "../../lib/index.ts";
import { hasClickhouse, openDoor, skip } from "./clickhouse-door.ts";
import type { ClickhouseDoor } from "./clickhouse-door.ts";

// Events of one moment are told apart by their arrival. ClickHouse sorts them as numbers of 64 bits while the place fits, else of 128.

const NOW = "2024-03-10T12:00:00Z";
const STEPS = ["a", "b", "c"];

const order = suite("the order of arrival in clickhouse");
let door: ClickhouseDoor;

if (hasClickhouse) {
  order.before(async () => {
    door = await openDoor();
  });
  order.after(() => door.close());
  order("decides among events of one moment, whatever room their places take", check);
} else skip(order, "the order of arrival in clickhouse");

async function check() {
  const own = { url: door.url, password: door.password, database: "arrival", followMs: 1_000_000, waitMs: 120_000 };
  const asked: { plan: AnyPlan; found: unknown }[] = [];
  const engine: OpenEngine = (source) => {
    const real = clickhouse(own)(source);
    return {
      ...real,
      async ask(plan, options) {
        const found = await real.ask(plan, options);
        asked.push({ plan: plan as unknown as AnyPlan, found });
        return found;
      },
    };
  };
  await using columns = await createHoglet({ now: NOW });
  await using hoglet = await createHoglet({ now: NOW, engine });
  const random = createRandom(8, 3);
  // Few moments, so that most events share theirs.
  const events = Array.from({ length: 900 }, (_, index) => ({
    event: random.pick([...STEPS, "other"]),
    distinct_id: `person ${random.integer(0, 60)}`,
    timestamp: `2024-03-${random.pick(["01", "02"])}T00:00:0${random.integer(0, 4)}Z`,
    uuid: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    properties: { plan: random.pick(["free", "pro", "team", ""]) },
  }));
  const counts: unknown[] = [];
  for (const target of [columns, hoglet]) {
    const answers = target === columns ? counts : [];
    await target.capture(events);
    for (const funnel_order_type of ["ordered", "unordered", "strict"] as const) {
      for (const breakdown_attribution_type of [null, "first_touch", "last_touch", "all_events", "step"] as const) {
        // Ten years take more bits than two weeks.
        const funnel_window_days = breakdown_attribution_type === "last_touch" ? 3650 : 14;
        const { result } = await target.insights.funnel({
          funnel_window_days,
          events: STEPS.map((id, at) => ({ id, order: at })),
          date_from: "2024-02-25",
          funnel_order_type,
          refresh: true,
          ...(breakdown_attribution_type !== null && {
            breakdown: "plan",
            breakdown_attribution_type,
            breakdown_attribution_value: 1,
          }),
        });
        const found = (result as Step[] | Step[][]).flat();
        answers.push(
          found.map(({ count, average_conversion_time: mean, breakdown_value: line }) => [line, count, mean]),
        );
      }
    }
    assert.equal(answers, counts);
  }

  const settings = parseOptions(own);
  const connection = connect(settings);
  // So many bits are left beside times of two weeks, or are not.
  for (const newestSeq of [900, 2 ** 24, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
    for (const { plan, found } of asked)
      assert.equal(
        await answer(plan, { connection, settings, newestSeq }),
        found,
        `${newestSeq} ${JSON.stringify(plan)}`,
      );
  }
  await connection.close();
}

interface Step {
  count: number;
  average_conversion_time: number | null;
  breakdown_value?: string[];
}

order.run();
