import { suite } from "uvu";
import * as assert from "uvu/assert";
import { NOW, openSample } from "./open-query.ts";

const functions = suite("addFunctions");

const hoglet = await openSample();

/** In `timezone`, the value of one expression. */
async function value(expression: string, settings: { timezone?: string; week_start_day?: 0 | 1 } = {}) {
  await hoglet.projects.update(hoglet.project.id, { timezone: "UTC", week_start_day: 0, ...settings });
  return (await hoglet.query(`select ${expression}`)).results[0]?.[0];
}

// 2024-03-10 is a Sunday.
const UTC: [expression: string, expected: unknown][] = [
  ["now()", "2024-03-10T12:00:00.000Z"],
  ["today()", "2024-03-10"],
  ["now() - interval 90 minute", "2024-03-10T10:30:00.000Z"],
  ["now() - interval 7 day", "2024-03-03T12:00:00.000Z"],
  ["now() - interval 1 week", "2024-03-03T12:00:00.000Z"],
  ["now() + interval 1 month", "2024-04-10T12:00:00.000Z"],
  ["now() - interval 2 quarters", "2023-09-10T12:00:00.000Z"],
  ["today() - interval 1 year", "2023-03-10"],
  ["now('-9999999 year')", null],
  ["now('nonsense')", null],
  ["toDate('2024-03-10T23:59:59.999Z')", "2024-03-10"],
  ["toDate('2024-03-10')", "2024-03-10"],
  ["toDate('nonsense')", null],
  ["toDate(null)", null],
  ["toDate('2024-13-45')", null],
  ["toDateTime('2024-03-10 08:00:00')", "2024-03-10T08:00:00.000Z"],
  ["toDateTime('2024-03-10T08:00:00+02:00')", "2024-03-10T06:00:00.000Z"],
  ["toDateTime(1710028800)", "2024-03-10T00:00:00.000Z"],
  ["toStartOfHour('2024-03-10T08:59:59Z')", "2024-03-10T08:00:00.000Z"],
  ["toStartOfDay('2024-03-10T08:59:59Z')", "2024-03-10T00:00:00.000Z"],
  ["toStartOfWeek('2024-03-09T08:00:00Z')", "2024-03-03"],
  ["toStartOfWeek('2024-03-10T08:00:00Z')", "2024-03-10"],
  ["toStartOfMonth('2024-03-31T23:59:59Z')", "2024-03-01"],
  ["toString(5) || toInt('7x')", "57"],
  ["toFloat('1.5')", 1.5],
  ["TOSTARTOFDAY('2024-03-10T08:59:59Z')", "2024-03-10T00:00:00.000Z"],
];

for (const [expression, expected] of UTC) {
  functions(`${expression} is ${String(expected)} at ${NOW}`, async () => {
    assert.is(await value(expression), expected);
  });
}

functions("cut time on the project's clock", async () => {
  const tokyo = { timezone: "Asia/Tokyo" };
  assert.is(await value("today()", { timezone: "Pacific/Auckland" }), "2024-03-11");
  assert.is(await value("toDate('2024-03-09T15:00:00Z')", tokyo), "2024-03-10");
  assert.is(await value("toDate('2024-03-10')", tokyo), "2024-03-10");
  assert.is(await value("toStartOfDay('2024-03-10T01:00:00Z')", tokyo), "2024-03-09T15:00:00.000Z");
  assert.is(await value("toDateTime('2024-03-10 08:00:00')", tokyo), "2024-03-09T23:00:00.000Z");
  assert.is(await value("toStartOfMonth('2024-02-29T15:00:00Z')", tokyo), "2024-03-01");
  assert.is(await value("toStartOfWeek('2024-03-10T08:00:00Z')", { week_start_day: 1 }), "2024-03-04");
  // Clocks were put forward at 07:00 UTC.
  const newYork = { timezone: "America/New_York" };
  assert.is(await value("toStartOfDay('2024-03-10T12:00:00Z')", newYork), "2024-03-10T05:00:00.000Z");
  assert.is(await value("toStartOfDay('2024-03-11T12:00:00Z')", newYork), "2024-03-11T04:00:00.000Z");
});

functions("give the shifted month's last day where the month is shorter", async () => {
  const own = await openSample({ now: "2024-03-31T00:00:00Z" });
  assert.equal((await own.query("select now() - interval 1 month")).results, [["2024-02-29T00:00:00.000Z"]]);
  await own.close();
});

functions("group events", async () => {
  await value("1");
  const { results } = await hoglet.query(`
    select toStartOfWeek(timestamp) as week, count(), countIf(event = 'paid'), sumIf(toFloat(properties.price), event = 'paid')
    from events group by week order by week`);
  assert.equal(results, [
    ["2024-02-25", 2, 0, null],
    ["2024-03-03", 1, 1, 20],
  ]);
  await hoglet.close();
});

functions.run();
