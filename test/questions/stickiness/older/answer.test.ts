import { suite } from "uvu";
import * as assert from "uvu/assert";
import { stickiness } from "../../../../lib/questions/stickiness/index.ts";
import type { CaseData } from "../../load-case.ts";
import { openRows, paid, people } from "../../../reference/test/open-rows.ts";

const now = "2020-01-10T12:00:00Z";

async function ask(data: Partial<CaseData>, query: object) {
  const { ctx, project } = openRows({ now, ...data });
  return (await stickiness(ctx, project, { events: [{ id: "paid" }], date_from: "2020-01-01", ...query })).result;
}

const stick = suite("stickiness");

stick("counts persons by their exact number of active days, whatever the number of events", async () => {
  const persons = [{ distinct_ids: ["a", "a2"] }, ...people("b", "c")];
  const events = [
    ...["01", "01", "02"].map((day) => paid("a", `01-${day}T10:00:00`)),
    paid("a2", "01-03T10:00:00"),
    paid("b", "01-02T10:00:00"),
    paid("nobody", "01-02T10:00:00"),
    paid("c", "01-09T10:00:00"),
  ];
  const [series] = await ask({ persons, events }, { date_to: "2020-01-04" });
  assert.equal([series?.data, series?.count], [[1, 0, 1, 0], 2]);
  assert.equal(
    [series?.days, series?.labels],
    [
      [1, 2, 3, 4],
      ["1 day", "2 days", "3 days", "4 days"],
    ],
  );
  assert.is(series?.persons_urls[2]?.filter["stickiness_days"], 3);
});

stick("takes whole intervals, and has as many points as the range touches", async () => {
  // Eleven days from a Saturday touch three weeks, of which the first counts from its Sunday.
  const events = ["04", "05", "12"].map((day) => paid("a", `01-${day}T10:00:00`));
  const week = { interval: "week", date_from: "2020-01-04", date_to: "2020-01-14" };
  const early = { ...paid("b", "01-01T10:00:00"), timestamp: "2019-12-29T10:00:00Z" };
  assert.equal((await ask({ persons: people("a", "b"), events: [...events, early] }, week))[0]?.data, [1, 0, 1]);
});

stick("counts months over the turn of a year", async () => {
  const months = { interval: "month", date_from: "2019-12-01", date_to: "2020-02-10" };
  assert.equal((await ask({}, months))[0]?.labels, ["1 month", "2 months", "3 months"]);
});

stick("counts groups when told to", async () => {
  const events = ["g", "h", "g", ""].map((key, index) => paid("a", `01-0${index + 1}T10:00:00`, { $group_0: key }));
  const entity = { id: "paid", math: "unique_group", math_group_type_index: 0 };
  const data = { events, persons: people("a") };
  assert.equal((await ask(data, { events: [entity], date_to: "2020-01-04" }))[0]?.data, [1, 1, 0, 0]);
});

stick("ignores other maths, also those that elsewhere need a property", async () => {
  const events = [paid("a", "01-01T10:00:00"), paid("a", "01-02T10:00:00")];
  for (const math of ["total", "dau", "monthly_active", "sum", "p90"]) {
    const [series] = await ask(
      { persons: people("a"), events },
      { events: [{ id: "paid", math }], date_to: "2020-01-03" },
    );
    assert.equal(series?.data, [0, 1, 0], math);
  }
});

stick("compares with the period before", async () => {
  const events = [paid("a", "01-02T10:00:00"), { ...paid("a", "01-01T10:00:00"), timestamp: "2019-12-31T10:00:00Z" }];
  const result = await ask({ persons: people("a"), events }, { date_to: "2020-01-02", compare: true });
  assert.equal(
    result.map(({ data, labels, compare_label, days }) => [data, labels, compare_label, days]),
    [
      [[1, 0], ["1 day", "2 days"], "current", [1, 2]],
      [[1, 0], ["1 day", "2 days"], "previous", [1, 2]],
    ],
  );
});

stick("finds nobody for an unknown action, and refuses what is another insight's", async () => {
  const [line] = await ask({}, { actions: [{ id: 9 }], date_from: "2020-01-01", date_to: "2020-01-02" });
  assert.equal(line?.data, [0, 0]);
  for (const query of [{ insight: "LIFECYCLE" }, { shown_as: "Lifecycle" }, { compare: true, date_from: "all" }]) {
    assert.is(await ask({}, query).catch((error: { status: number }) => error.status), 400);
  }
});

stick("is asked whether or not the filter names TRENDS, which is the default of all (3.1)", async () => {
  assert.equal(await ask({}, { insight: "TRENDS", events: [{ id: "a" }] }), await ask({}, { events: [{ id: "a" }] }));
});

stick.run();
