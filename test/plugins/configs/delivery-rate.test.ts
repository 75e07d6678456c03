import { suite } from "uvu";
import * as assert from "uvu/assert";
import { deliveryRates } from "../../../lib/plugins/configs/delivery-rate.ts";
import { NOW_MS, openWorld } from "../../support/world.ts";

const HOUR = 3_600_000;

const rate = suite("deliveryRates");

rate("is the share of good calls of the last 24 hours, over all categories", () => {
  const { ctx } = openWorld();
  const add = ctx.db.sql(
    `INSERT INTO plugin_metrics (project_id, config_id, hour, category, successes, successes_on_retry, failures)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  add.run(1, 1, NOW_MS - HOUR, "processEvent", 2, 1, 0);
  add.run(1, 1, NOW_MS - 2 * HOUR, "onEvent", 0, 0, 1);
  add.run(1, 1, NOW_MS - 24 * HOUR, "onEvent", 0, 0, 100);
  add.run(1, 2, NOW_MS - HOUR, "onEvent", 0, 0, 0);
  add.run(1, 3, NOW_MS - 25 * HOUR, "onEvent", 1, 0, 0);
  add.run(2, 4, NOW_MS - HOUR, "onEvent", 1, 0, 0);
  assert.equal(
    [...deliveryRates(ctx, 1, [1, 2, 3, 4])],
    [
      [1, 0.75],
      [2, 1],
    ],
  );
});

rate.run();
