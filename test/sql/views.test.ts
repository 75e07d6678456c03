import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { VIEWS } from "../../lib/sql/views.ts";
import { openSample, rows } from "./open-query.ts";

const views = suite("VIEWS");

const hoglet = await openSample();
const persons = (await hoglet.persons.list()).results;
const [mira, jo] = ["u1", "u2"].map((id) => persons.find((person) => person.distinct_ids.includes(id)));

views("have the documented columns in the documented order", async () => {
  for (const [name, { columns }] of Object.entries(VIEWS)) {
    assert.equal((await hoglet.query(`select * from ${name}`)).columns, Object.keys(columns), name);
  }
});

views("show persons as the API does, with the UUID as id", async () => {
  assert.equal(await rows(hoglet, "select * from persons order by created_at"), [
    [
      mira?.uuid,
      mira?.uuid,
      "2024-03-01T08:00:00.000Z",
      JSON.stringify(mira?.properties),
      true,
      mira?.name,
      '["u1","a1"]',
    ],
    [jo?.uuid, jo?.uuid, "2024-03-02T08:00:00.000Z", JSON.stringify(jo?.properties), false, "u2", '["u2"]'],
  ]);
  assert.is(mira?.name, "mira@example.org");
});

views("name persons by the project's list", async () => {
  const own = await openSample();
  await own.projects.update(own.project.id, { person_display_name_properties: ["plan"] });
  assert.equal(await rows(own, "select name from persons order by created_at"), [["pro"], ["u2"]]);
  await own.close();
});

views("show events with the person whose they are now", async () => {
  const events = (await hoglet.events.list()).results.toReversed();
  assert.equal(
    await rows(hoglet, "select uuid, event, distinct_id, person_id, properties from events order by timestamp"),
    events.map((event) => [
      event.uuid,
      event.event,
      event.distinct_id,
      event.person_id,
      JSON.stringify(event.properties),
    ]),
  );
  assert.equal(await rows(hoglet, "select timestamp from events order by 1"), [
    ["2024-03-01T08:15:30.250Z"],
    ["2024-03-02T08:00:00.000Z"],
    ["2024-03-08T23:30:00.000Z"],
  ]);
});

views("follow a merge, and give personless events the id that the API gives them", async () => {
  const own = await createHoglet();
  const personless = { $process_person_profile: false };
  await own.capture([
    { event: "viewed", distinct_id: "anon", properties: {} },
    { event: "viewed", distinct_id: "nobody", properties: personless },
    { event: "$identify", distinct_id: "u1", properties: { $anon_distinct_id: "anon" } },
  ]);
  const listed = (await own.events.list()).results.map((event) => [event.distinct_id, event.person_id]);
  const queried = await rows(own, "select distinct_id, person_id from events");
  assert.equal(new Map(queried as [string, string][]), new Map(listed as [string, string][]));
  assert.equal(await rows(own, "select uniq(person_id), uniq(distinct_id) from events"), [[2, 3]]);
  await own.close();
});

views("show distinct ids, cohorts with their members, and groups", async () => {
  assert.equal(await rows(hoglet, "select * from person_distinct_ids order by 1"), [
    ["a1", mira?.uuid],
    ["u1", mira?.uuid],
    ["u2", jo?.uuid],
  ]);
  assert.equal(await rows(hoglet, "select id, name, is_static from cohorts"), [[3, "power", true]]);
  assert.equal(await rows(hoglet, "select * from cohort_people"), [[3, mira?.uuid]]);
  const [group] = await rows(hoglet, "select group_type_index, group_key, properties, created_at from groups");
  assert.equal(group, [0, "org:5", '{"name":"Org"}', "2024-03-01T08:00:00.000Z"]);
});

views("join by the person's id, which is an indexed key", async () => {
  const sql = "select count(*), count(p.properties) from events e join persons p on p.id = e.person_id";
  assert.equal(await rows(hoglet, sql), [[3, 3]]);
  assert.equal(await rows(hoglet, `select event from events where person_id = '${jo?.uuid}'`), [["viewed"]]);
});

views("leave out cohorts that were deleted", async () => {
  const own = await openSample();
  await own.cohorts.update(3, { deleted: true });
  assert.equal(await rows(own, "select * from cohorts"), []);
  assert.equal(await rows(own, "select * from cohort_people"), []);
  await own.close();
  await hoglet.close();
});

views.run();
