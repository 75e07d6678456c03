import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";

const NOW = "2024-06-10T12:00:00Z";

const person = (key: string, value: unknown, more: object = {}) => ({ key, value, type: "person", ...more });

const cohort = (id: number, negation = false) => ({ key: "id", type: "cohort", value: id, negation });

const seen = (distinctId: string, properties: object) => {
  return { event: "seen", distinct_id: distinctId, properties: { $set: properties } };
};

/** Three persons with an event each, and one of another project. */
async function open(): Promise<Hoglet> {
  const hoglet = await createHoglet({ now: NOW });
  const other = await hoglet.projects.create({ name: "Other" });
  await hoglet.capture([
    seen("ada", { plan: "pro", since: "2024-06-09" }),
    seen("bob", { plan: "free", since: "2024-01-01" }),
    seen("eve", { plan: "pro", since: "2024-01-01" }),
  ]);
  await hoglet.capture(seen("zoe", { plan: "pro" }), { project: other.id });
  return hoglet;
}

const make = async (hoglet: Hoglet, name: string, properties: object[]) =>
  (await hoglet.cohorts.create({ name, groups: [{ properties }] as never })).id;

const cohorts = suite("cohorts by properties in SQL");

cohorts("are those of insights, at each moment, in every form of a statement", async () => {
  await using hoglet = await open();
  const pros = await make(hoglet, "Pros", [person("plan", "pro")]);
  const ids = async (condition: string) => {
    const { results } = await hoglet.query(
      `SELECT distinct_id FROM events WHERE event = 'seen' AND ${condition} ORDER BY distinct_id`,
    );
    return results.flat();
  };
  assert.equal(await ids(`person_id IN COHORT ${pros}`), ["ada", "eve"]);
  assert.equal(await ids("person_id IN COHORT 'Pros'"), ["ada", "eve"]);
  assert.equal(await ids(`person_id NOT IN COHORT ${pros}`), ["bob"]);
  assert.equal(await ids(`person_id IN (SELECT person_id FROM cohort_people WHERE cohort_id = ${pros})`), [
    "ada",
    "eve",
  ]);
  const properties = [{ type: "cohort", key: "id", value: pros }];
  const { results: events } = await hoglet.ask({
    kind: "EventsQuery",
    select: ["distinct_id"],
    properties,
    after: "all",
  });
  assert.equal(events.flat().toSorted(), ["ada", "eve"]);
  const { results: actors } = await hoglet.ask({ kind: "ActorsQuery", select: ["id"], properties });
  assert.is(actors.length, 2);
  // The next statement sees what was stored since: no calculation lies between.
  await hoglet.capture({ event: "$set", distinct_id: "bob", properties: { $set: { plan: "pro" } } });
  assert.equal(await ids(`person_id IN COHORT ${pros}`), ["ada", "bob", "eve"]);
  await hoglet.cohorts.update(pros, { deleted: true });
  assert.equal(await ids(`person_id IN (SELECT person_id FROM cohort_people)`), []);
});

cohorts("name other cohorts, of both kinds, and relative dates", async () => {
  await using hoglet = await open();
  const late = await make(hoglet, "Late", [person("since", "-7d", { operator: "is_date_after" })]);
  const list = await hoglet.cohorts.create({ name: "List", is_static: true });
  const { results: people } = await hoglet.persons.list({ distinct_id: "eve" });
  await hoglet.cohorts.addMembers(list.id, { persons: [people[0]?.uuid ?? ""] });
  const both = await make(hoglet, "Both", [person("plan", "pro"), cohort(list.id, true)]);
  const nested = await make(hoglet, "Nested", [cohort(late)]);
  const members = async (id: number) => {
    const sql = `SELECT person.properties.plan FROM cohort_people WHERE cohort_id = ${id}`;
    return (await hoglet.query(sql)).results.length;
  };
  assert.equal([await members(late), await members(list.id), await members(both), await members(nested)], [1, 1, 1, 1]);
  const { results } = await hoglet.query("SELECT cohort_id, count() FROM cohort_people GROUP BY 1 ORDER BY 1");
  assert.equal(
    results,
    [late, list.id, both, nested].toSorted((one, two) => one - two).map((id) => [id, 1]),
  );
});

cohorts.run();
