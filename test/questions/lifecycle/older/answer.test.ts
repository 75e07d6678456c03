import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lifecycle } from "../../../../lib/questions/lifecycle/index.ts";
import type { CaseData } from "../../load-case.ts";
import { openRows, paid } from "../../../reference/test/open-rows.ts";

const now = "2020-01-06T12:00:00Z";

async function ask(data: Partial<CaseData>, query: object = {}): Promise<Record<string, number[]>> {
  const { ctx, project } = openRows({ now, ...data });
  const asked = { events: [{ id: "paid" }], date_from: "2020-01-02", date_to: "2020-01-05", ...query };
  const { result } = await lifecycle(ctx, project, asked);
  return Object.fromEntries(result.map(({ status, data: points }) => [status, points]));
}

const person = (id: string, created_at: string) => ({ distinct_ids: [id], created_at });
const on = (id: string, ...days: string[]) => days.map((day) => paid(id, `${day}T10:00:00`));

const life = suite("lifecycle");

life("is new by creation, returning by the period before, else resurrecting; dormant once for each gap", async () => {
  const persons = [person("a", "2020-01-03T01:00:00Z"), person("b", "2019-01-01T00:00:00Z")];
  const events = [...on("a", "01-03", "01-04"), ...on("b", "01-01", "01-02", "01-05")];
  assert.equal(await ask({ persons, events }), {
    new: [0, 1, 0, 0],
    returning: [1, 0, 1, 0],
    resurrecting: [0, 0, 0, 1],
    dormant: [0, -1, 0, -1],
  });
});

life("does not see two periods back, counts dormant from the look-back, and calls no old person new", async () => {
  const persons = [person("a", "2019-12-31T01:00:00Z"), person("b", "2020-01-01T00:00:00Z")];
  const events = [...on("a", "01-02"), ...on("b", "01-01")];
  assert.equal(await ask({ persons, events }, { date_to: "2020-01-02" }), {
    new: [0],
    returning: [0],
    resurrecting: [1],
    dormant: [-1],
  });
});

life("never calls a personless actor new, and leaves nobody out of account", async () => {
  const personless = { ...paid("anon", "01-02T10:00:00"), personless: true };
  const events = [personless, ...on("nobody", "01-02")];
  const found = await ask({ events }, { date_to: "2020-01-02" });
  assert.equal([found["new"], found["resurrecting"]], [[0], [1]]);
});

life("reads days on the project's clock, and obeys the offset of a date that has one", async () => {
  const team = { timezone: "US/Pacific" };
  const persons = [person("a", "2019-01-01T00:00:00Z")];
  // 2 January, 23:00 there.
  const events = [paid("a", "01-03T07:00:00")];
  const own = await ask(
    { team, persons, events },
    { date_from: "2020-01-02T00:00:00", date_to: "2020-01-03T00:00:00" },
  );
  assert.equal(
    [own["resurrecting"], own["dormant"]],
    [
      [1, 0],
      [0, -1],
    ],
  );
  // The 1st and the 2nd there.
  const utc = await ask(
    { team, persons, events },
    { date_from: "2020-01-02T00:00:00Z", date_to: "2020-01-03T00:00:00Z" },
  );
  assert.equal(
    [utc["resurrecting"], utc["dormant"]],
    [
      [0, 1],
      [0, 0],
    ],
  );
});

life("uses the first entity only, labels by status, and leads to the persons", async () => {
  const { ctx, project } = openRows({ now, persons: [person("a", now)], events: on("a", "01-06") });
  const query = { events: [{ id: "paid" }, { id: "other" }], date_from: "-1d" };
  const { result } = await lifecycle(ctx, project, query);
  assert.equal(
    result.map(({ label, data, count }) => [label, data, count]),
    [
      ["paid - new", [0, 1], 1],
      ["paid - returning", [0, 0], 0],
      ["paid - resurrecting", [0, 0], 0],
      ["paid - dormant", [0, 0], 0],
    ],
  );
  const { filter } = result[0]?.persons_urls[1] ?? {};
  assert.equal([filter?.["lifecycle_type"], filter?.["target_date"]], ["new", "2020-01-06"]);
});

life("has no lines without an entity", async () => {
  assert.equal(await ask({}, { events: [] }), {});
});

life.run();
