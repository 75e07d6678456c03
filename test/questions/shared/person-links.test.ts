import { suite } from "uvu";
import * as assert from "uvu/assert";
import { linkPoints, personLinks, toLinkPoint } from "../../../lib/questions/shared/person-links.ts";

const asked = {
  project: { id: 7, timezone: "UTC", week_start_day: 0, test_account_filters: [] },
  nowMs: 0,
  calendar: { timezone: "UTC", weekStartDay: 0 },
  origin: "http://x.io",
};

const links = suite("personLinks");

links("join what is shared with what is the link's own, which wins", () => {
  const linkOf = personLinks(asked, "trends", { events: [{ id: "a b" }], date_from: "-7d", none: null });
  const [first, second] = ["2020-01-01", "2020-01-02"].map((date_from) => linkOf({ date_from }));
  assert.equal(second?.filter, { events: [{ id: "a b" }], date_from: "2020-01-02" });
  const url = new URL(second?.url ?? "");
  assert.is(url.origin + url.pathname, "http://x.io/api/projects/7/persons/trends/");
  assert.equal(
    [...url.searchParams],
    [
      ["events", '[{"id":"a b"}]'],
      ["date_from", "2020-01-02"],
    ],
  );
  assert.match(first?.url ?? "", /date_from=2020-01-01$/);
});

links("to all points are refused before their text is longer than any can be", () => {
  const linkOf = personLinks(asked, "trends", { note: "x".repeat(100_000) });
  const points = [{ date_from: "2020-01-01" }, { date_from: "2020-01-02" }];
  assert.is(linkPoints(linkOf, points.map(toLinkPoint), 1000).length, 2);
  assert.equal(
    linkPoints(linkOf, points.map(toLinkPoint), 1000),
    points.map((point) => linkOf(point)),
  );
  assert.throws(
    () => linkPoints(linkOf, points.map(toLinkPoint), 2000),
    (error: { code?: string }) => error.code === "answer_too_long",
  );
  assert.equal(linkPoints(linkOf, [], 2000), []);
});

links.run();
