import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listActivity, pruneActivity, recordActivity, SYSTEM } from "../../../lib/admin/activity/index.ts";
import { openQuiet } from "./open-quiet.ts";

const DAY_MS = 86_400_000;

/** Entries of 0, 3 and 5 days ago. */
function open(activityRetentionDays?: number) {
  const { ctx, clock } = openQuiet({ ...(activityRetentionDays !== undefined && { activityRetentionDays }) });
  const nowMs = clock.nowMs;
  for (const days of [5, 3, 0]) {
    clock.nowMs = nowMs - days * DAY_MS;
    const itemId = String(days);
    recordActivity(ctx, {
      projectId: 1,
      by: SYSTEM,
      scope: "Person",
      itemId,
      activity: "created",
      detail: { name: "" },
    });
  }
  const left = () => listActivity(ctx, 1, { page: 1, limit: 10 }).results.map((entry) => entry.item_id);
  return { ctx, left };
}

const prune = suite("pruneActivity");

prune("deletes what is older than the option says and gives how many", async () => {
  const { ctx, left } = open(3);
  assert.is(await pruneActivity(ctx), 1);
  assert.equal(left(), ["0", "3"]);
});

prune("keeps everything without the option", async () => {
  const { ctx, left } = open();
  assert.is(await pruneActivity(ctx), 0);
  assert.equal(left(), ["0", "3", "5"]);
});

prune.run();
