import { suite } from "uvu";
import * as assert from "uvu/assert";
import { trend } from "../../../lib/questions/trend/index.ts";
import { openRows, paid, people } from "./open-rows.ts";

const now = "2020-01-03T12:00:00Z";

type Events = ReturnType<typeof paid>[];

/** The points of one entity, from 1 to 3 January. */
async function points(events: Events, entity: object, query: object = {}): Promise<number[] | undefined> {
  const { ctx, project } = openRows({ now, persons: people("a", "b", "c"), events });
  const asked = { events: [{ id: "paid", ...entity }], date_from: "2020-01-01", ...query };
  return (await trend(ctx, project, asked)).result[0]?.data;
}

const maths = suite("createTally");

maths("takes numbers and texts that spell them, and leaves the rest out", async () => {
  const amounts = [4, "6", "x", null, true];
  const events = [
    ...amounts.map((amount) => paid("a", "01-01T10:00:00", { amount })),
    paid("a", "01-02T10:00:00"),
    paid("a", "01-03T10:00:00", { amount: -1 }),
  ];
  const of = (math: string) => points(events, { math, math_property: "amount" });
  assert.equal(await of("sum"), [10, 0, -1]);
  assert.equal(await of("avg"), [5, 0, -1]);
  assert.equal(await of("min"), [4, 0, -1]);
  assert.equal(await of("max"), [6, 0, -1]);
  assert.equal(await of("median"), [5, 0, -1]);
  assert.equal(await of("p90"), [5.8, 0, -1]);
});

maths("counts sessions, those without one as one", async () => {
  const ids = ["s1", "s1", "s2", undefined, ""];
  const events = ids.map((id) => paid("a", "01-01T10:00:00", id === undefined ? {} : { $session_id: id }));
  assert.equal(await points(events, { math: "unique_session" }), [3, 0, 0]);
});

const of = (time: string, $session_id: string, event = "paid") => ({ ...paid("a", time, { $session_id }), event });

maths("takes a session's length once in each bucket it touches, all its events counted in", async () => {
  const events = [
    of("01-01T23:00:00", "s1"),
    of("01-01T23:00:01", "s1"),
    of("01-02T01:00:00.900", "s1"),
    of("01-02T01:00:30", "s1", "other"),
    of("01-02T10:00:00", "s2"),
    paid("a", "01-03T10:00:00"),
  ];
  const entity = { math: "sum", math_property: "$session_duration" };
  assert.equal(await points(events, entity), [7230, 7230, 0]);
});

maths("counts each person in its first bucket before adding up", async () => {
  const events = [
    paid("b", "01-02T10:00:00"),
    paid("a", "01-01T10:00:00"),
    paid("a", "01-02T10:00:00"),
    paid("c", "01-03T10:00:00"),
  ];
  const cumulative = { display: "ActionsLineGraphCumulative" };
  assert.equal(await points(events, { math: "dau" }, cumulative), [1, 2, 3]);
  assert.equal(await points(events, {}, cumulative), [1, 3, 4]);
});

maths("counts persons of the last 7 or 30 days, on quiet days and before the range too", async () => {
  const events = [
    { ...paid("a", "01-01T00:00:00"), timestamp: "2019-12-26T00:00:00Z" },
    { ...paid("b", "01-01T00:00:00"), timestamp: "2019-12-25T23:59:59Z" },
    paid("c", "01-03T10:00:00"),
  ];
  assert.equal(await points(events, { math: "weekly_active" }), [1, 0, 1]);
  assert.equal(await points(events, { math: "monthly_active" }), [2, 2, 3]);
});

maths("gives one value of the last 7 days where time is not shown", async () => {
  const events = [paid("a", "01-01T10:00:00"), paid("b", "01-03T10:00:00"), paid("b", "01-03T11:00:00")];
  const { ctx, project } = openRows({ now, persons: people("a", "b"), events });
  const query = { events: [{ id: "paid", math: "weekly_active" }], display: "BoldNumber" };
  assert.is((await trend(ctx, project, query)).result[0]?.aggregated_value, 2);
});

maths.run();
