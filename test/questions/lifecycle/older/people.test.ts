import { suite } from "uvu";
import * as assert from "uvu/assert";
import { olderLifecycleActors } from "../../../../lib/questions/lifecycle/older/people.ts";
import { engineOf } from "../../fake-engine.ts";

// The clock of the fake engine: 2020-01-02T12:00Z.
const project = { id: 1, timezone: "UTC", week_start_day: 0, test_account_filters: [] };
const DAY_MS = 86_400_000;
const asked = { events: [{ id: "paid" }, { id: "other" }], lifecycle_type: "new" };

async function planOf(input: object, timezone = "UTC") {
  const found = await olderLifecycleActors(engineOf(0), { ...project, timezone }, { ...asked, ...input });
  assert.ok(found);
  return found.plan;
}

const edgesOf = async (input: object, timezone?: string) =>
  (await planOf(input, timezone)).edgesMs.map((ms) => new Date(ms).toISOString().slice(0, 13));

const period = suite("olderLifecycleActors");

period("looks at the period that holds target_date, and the one before", async () => {
  assert.equal(await edgesOf({ target_date: "2019-12-11" }), ["2019-12-10T00", "2019-12-11T00"]);
  assert.equal(await edgesOf({ target_date: "2019-12-11T15:00:00Z", interval: "week" }), ["2019-12-01T00", "2019-12-08T00"]); // prettier-ignore
  assert.equal(await edgesOf({ target_date: "-1d" }), ["2019-12-31T00", "2020-01-01T00"]);
  assert.equal(await edgesOf({ target_date: "2019-12-11" }, "US/Pacific"), ["2019-12-10T08", "2019-12-11T08"]);
});

period("obeys the instants of a link before the date", async () => {
  const point_range = [Date.UTC(2019, 11, 5), Date.UTC(2019, 11, 6)];
  assert.equal(await edgesOf({ target_date: "2019-12-11", point_range }), ["2019-12-04T00", "2019-12-05T00"]);
});

period("makes sessions of what the whole question looks at, as the number did", async () => {
  const question_range = [Date.UTC(2019, 10, 1), Date.UTC(2019, 11, 31)];
  const { sessionRange } = await planOf({ target_date: "2019-12-11", question_range });
  assert.equal(sessionRange, { fromMs: Date.UTC(2019, 9, 31), untilMs: Date.UTC(2020, 0, 1) });
  const byDates = await planOf({ target_date: "2019-12-11", date_from: "2019-12-03", date_to: "2019-12-12" });
  assert.equal(byDates.sessionRange, { fromMs: Date.UTC(2019, 11, 2) - DAY_MS, untilMs: Date.UTC(2019, 11, 13) + DAY_MS }); // prettier-ignore
});

period("uses the first entity, else the one that is named", async () => {
  assert.is((await planOf({ target_date: "-1d" })).select.anyOf[0]?.event, "paid");
  const named = { events: [], entity_id: "opened", entity_type: "events", target_date: "-1d" };
  assert.is((await planOf(named)).select.anyOf[0]?.event, "opened");
});

period.run();
