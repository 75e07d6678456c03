import { suite } from "uvu";
import * as assert from "uvu/assert";
import { trend } from "../../../../lib/questions/trend/index.ts";
import { engineOf } from "../../fake-engine.ts";

// The clock of the fake engine: 2020-01-02T12:00Z.
const project = { id: 1, timezone: "UTC", week_start_day: 0, test_account_filters: [] };

type Field = "point_range" | "question_range";

/** The stretches that the links of a line say, to the minute. */
async function stretches(query: object, field: Field, timezone = "UTC"): Promise<string[]> {
  const [line] = (await trend(engineOf(1), { ...project, timezone }, { events: [{ id: "a" }], ...query })).result;
  const links = line?.persons_urls ?? (line?.persons === undefined ? [] : [line.persons]);
  return links.map(({ filter }) => {
    const range = filter[field] as [number, number];
    return range.map((ms) => new Date(ms).toISOString().slice(5, 16)).join(" ");
  });
}

const links = suite("links of a trend's points");

links("say the instants of a bucket, of one at an end of the range those that count", async () => {
  const short = { date_from: "2020-01-01 10:20:00", date_to: "2020-01-01 11:30:00", interval: "hour" };
  assert.equal(await stretches(short, "point_range"), ["01-01T10:00 01-01T11:00", "01-01T11:00 01-01T11:30"]);
  const weeks = { date_from: "2020-01-01", date_to: "2020-01-06", interval: "week" };
  assert.equal(await stretches(weeks, "point_range"), ["12-29T00:00 01-05T00:00", "01-05T00:00 01-07T00:00"]);
  const day = { date_from: "2020-01-01", date_to: "2020-01-01" };
  assert.equal(await stretches(day, "point_range", "US/Pacific"), ["01-01T08:00 01-02T08:00"]);
});

links("say all from the start where points add up, and the whole range where time is not shown", async () => {
  const dates = { date_from: "2020-01-01", date_to: "2020-01-02" };
  const cumulative = { ...dates, display: "ActionsLineGraphCumulative" };
  assert.equal(await stretches(cumulative, "point_range"), ["01-01T00:00 01-02T00:00", "01-01T00:00 01-03T00:00"]);
  assert.equal(await stretches({ ...dates, display: "ActionsPie" }, "point_range"), ["01-01T00:00 01-03T00:00"]);
});

links("say the question's own range, as it is and not rounded", async () => {
  const weeks = { date_from: "2020-01-01", date_to: "2020-01-03", interval: "week" };
  assert.equal(await stretches(weeks, "question_range"), ["01-01T00:00 01-04T00:00"]);
});

links("do not take pages of breakdown values for pages of persons", async () => {
  const query = { events: [{ id: "a" }], breakdown: "os", offset: 25, date_from: "-1d" };
  const [line] = (await trend(engineOf(1), project, query)).result;
  const { filter, url } = line?.persons_urls?.[0] ?? { filter: {}, url: "" };
  assert.equal([filter["offset"], filter["breakdown_offset"]], [undefined, 25]);
  assert.not.match(url, /[?&]offset=/);
});

links.run();
