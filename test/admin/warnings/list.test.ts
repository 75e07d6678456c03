import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { toMessage } from "../../../lib/admin/warnings/index.ts";

const UUID = "018df000-0000-7000-8000-000000000001";
const NOW = "2024-03-10T12:00:00Z";

const listing = suite("listWarnings");

listing("tells what was found about an event, and what it means", async () => {
  const hoglet = await createHoglet({ now: NOW });
  await hoglet.capture({ uuid: UUID, event: "viewed", distinct_id: "u1", timestamp: "soon" });
  const { count, results } = await hoglet.warnings.list();
  assert.is(count, 1);
  const [warning] = results;
  assert.is(warning?.type, "ignored_invalid_timestamp");
  assert.is(warning?.distinct_id, "u1");
  assert.is(warning?.event_uuid, UUID);
  assert.is(warning?.details["timestamp"], "soon");
  assert.is(warning?.timestamp, NOW);
  assert.is(warning?.message, toMessage("ignored_invalid_timestamp"));
});

listing("lists the newest first, by pages and filters, of its own project", async () => {
  const hoglet = await createHoglet();
  const { id: project } = await hoglet.projects.create({ name: "other" });
  await hoglet.capture({ event: "one", distinct_id: "u1", timestamp: "soon" });
  await hoglet.capture({ event: "$identify", distinct_id: "u2", properties: { $anon_distinct_id: "null" } });
  await hoglet.capture({ event: "three", distinct_id: "u1", timestamp: "late" });
  await hoglet.capture({ event: "four", distinct_id: "u1", timestamp: "late" }, { project });

  const idsOf = async (query?: Parameters<typeof hoglet.warnings.list>[0]) => {
    const page = await hoglet.warnings.list(query);
    return [page.count, ...page.results.map((warning) => warning.distinct_id)];
  };
  assert.equal(await idsOf(), [3, "u1", "u2", "u1"]);
  assert.equal((await hoglet.warnings.list()).results[0]?.details["timestamp"], "late");
  assert.equal(await idsOf({ limit: 1, offset: 1 }), [3, "u2"]);
  assert.equal(await idsOf({ type: "cannot_merge_with_illegal_distinct_id" }), [1, "u2"]);
  assert.equal(await idsOf({ distinct_id: "u1", type: "" }), [2, "u1", "u1"]);
  assert.equal(await idsOf({ distinct_id: "u1", type: "cannot_merge_with_illegal_distinct_id" }), [0]);
  assert.equal(await idsOf({ project }), [1, "u1"]);
});

listing("keeps about the newest thousand", async () => {
  const hoglet = await createHoglet();
  const events = Array.from({ length: 1500 }, (_, n) => ({ event: "viewed", distinct_id: `u${n}`, timestamp: "soon" }));
  for (let n = 0; n < events.length; n += 50) await hoglet.capture(events.slice(n, n + 50));
  const { count, results } = await hoglet.warnings.list({ limit: 1 });
  assert.ok(count >= 1000 && count < 1200, String(count));
  assert.is(results[0]?.distinct_id, "u1499");
});

listing.run();
