import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { TABLES } from "../../lib/hogql/tables.ts";
import { openSample, rows } from "../sql/open-query.ts";

const tables = suite("TABLES");

const hoglet = await openSample();
const persons = (await hoglet.persons.list()).results;
const [mira, jo] = ["u1", "u2"].map((id) => persons.find((person) => person.distinct_ids.includes(id)));

tables("have the documented columns in the documented order", async () => {
  for (const [name, { columns, hidden }] of Object.entries(TABLES)) {
    const shown = Object.keys(columns).filter((column) => !hidden.includes(column));
    assert.equal((await hoglet.query(`select * from ${name}`)).columns, shown, name);
    assert.equal(
      (await hoglet.query(`select \`${Object.keys(columns).join("`, `")}\` from ${name}`)).columns,
      Object.keys(columns),
    );
  }
});

tables("show persons as the API does, with the UUID as id", async () => {
  assert.equal(await rows(hoglet, "select * from persons order by created_at"), [
    [mira?.uuid, mira?.uuid, "2024-03-01T08:00:00Z", JSON.stringify(mira?.properties), true, mira?.name, '["u1","a1"]'],
    [jo?.uuid, jo?.uuid, "2024-03-02T08:00:00Z", JSON.stringify(jo?.properties), false, "u2", '["u2"]'],
  ]);
  assert.is(mira?.name, "mira@example.org");
});

tables("name persons by the project's list", async () => {
  const own = await openSample();
  await own.projects.update(own.project.id, { person_display_name_properties: ["plan"] });
  assert.equal(await rows(own, "select name from persons order by created_at"), [["pro"], ["u2"]]);
  await own.close();
});

tables("show events with the person whose they are now", async () => {
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
    ["2024-03-01T08:15:30.250000Z"],
    ["2024-03-02T08:00:00Z"],
    ["2024-03-08T23:30:00Z"],
  ]);
});

tables("follow a merge, and give personless events the id that the API gives them", async () => {
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

tables("show distinct ids, cohorts with their members, and groups", async () => {
  assert.equal(await rows(hoglet, "select * from person_distinct_ids order by 1"), [
    ["a1", mira?.uuid],
    ["u1", mira?.uuid],
    ["u2", jo?.uuid],
  ]);
  assert.equal(await rows(hoglet, "select id, name, is_static from cohorts"), [[3, "power", true]]);
  assert.equal(await rows(hoglet, "select * from cohort_people"), [[3, mira?.uuid]]);
  const [group] = await rows(hoglet, "select group_type_index, group_key, properties, created_at from groups");
  assert.equal(group, [0, "org:5", '{"name":"Org"}', "2024-03-01T08:00:00Z"]);
});

tables("join by the person's id, which is an indexed key", async () => {
  const sql = "select count(*), count(p.properties) from events e join persons p on p.id = e.person_id";
  assert.equal(await rows(hoglet, sql), [[3, 3]]);
  assert.equal(await rows(hoglet, `select event from events where person_id = '${jo?.uuid}'`), [["viewed"]]);
});

const at = (seconds: number) => new Date(Date.UTC(2024, 2, 1, 12, 0, seconds)).toISOString();
const page = (path: string) => `https://example.com${path}`;

async function openSessions() {
  const own = await createHoglet();
  await own.capture([
    {
      event: "$pageview",
      distinct_id: "u",
      timestamp: at(0),
      properties: {
        $session_id: "s1",
        $current_url: page("/a"),
        $referring_domain: "www.google.com",
        utm_campaign: "spring",
      },
    },
    { event: "$autocapture", distinct_id: "u", timestamp: at(5), properties: { $session_id: "s1" } },
    {
      event: "$pageview",
      distinct_id: "u2",
      timestamp: at(65),
      properties: { $session_id: "s1", $current_url: page("/b?x=1") },
    },
    {
      event: "$pageview",
      distinct_id: "u",
      timestamp: at(100),
      properties: { $session_id: "s2", $current_url: page("/a"), $referring_domain: "$direct" },
    },
    { event: "custom", distinct_id: "u", timestamp: at(200), properties: { $session_id: "s3" } },
    { event: "custom", distinct_id: "u", timestamp: at(300), properties: {} },
  ]);
  return own;
}

tables("show sessions: times, pages, counts, the source and the channel", async () => {
  await using own = await openSessions();
  const sql = `select session_id, distinct_id, $start_timestamp, $end_timestamp, $session_duration, $entry_current_url, $exit_pathname,
    $pageview_count, $autocapture_count, $is_bounce, $channel_type, $entry_utm_campaign, $urls from sessions order by session_id`;
  assert.equal(await rows(own, sql), [
    [
      "s1",
      "u2",
      "2024-03-01T12:00:00Z",
      "2024-03-01T12:01:05Z",
      65,
      page("/a"),
      "/b",
      2,
      1,
      false,
      "Organic Search",
      "spring",
      [page("/a"), page("/b?x=1")],
    ],
    [
      "s2",
      "u",
      "2024-03-01T12:01:40Z",
      "2024-03-01T12:01:40Z",
      0,
      page("/a"),
      "/a",
      1,
      0,
      true,
      "Direct",
      null,
      [page("/a")],
    ],
    ["s3", "u", "2024-03-01T12:03:20Z", "2024-03-01T12:03:20Z", 0, null, null, 0, 0, null, "Unknown", null, []],
  ]);
  const joined = "select event, session.$session_duration, events.session.$channel_type from events order by timestamp";
  assert.equal(await rows(own, joined), [
    ["$pageview", 65, "Organic Search"],
    ["$autocapture", 65, "Organic Search"],
    ["$pageview", 65, "Organic Search"],
    ["$pageview", 0, "Direct"],
    ["custom", 0, "Unknown"],
    ["custom", null, null],
  ]);
});

tables("give a column of sessions the same values, whichever other columns a statement names", async () => {
  await using own = await openSessions();
  const all = await own.query("select * from sessions order by session_id");
  for (const [place, name] of all.columns.entries()) {
    const expected = all.results.map((row) => [row[place]]);
    const order = "order by session_id";
    assert.equal(await rows(own, `select \`${name}\` from sessions ${order}`), expected, name);
    const joined = `select any(e.session.\`${name}\`) from events e where e.$session_id is not null group by e.$session_id order by e.$session_id`;
    if (!Array.isArray(expected[0]?.[0])) assert.equal(await rows(own, joined), expected, name);
  }
  const twice =
    "select count(), countIf(a.$channel_type = b.$channel_type) from sessions a join sessions b using ($start_timestamp)";
  assert.equal(await rows(own, twice), [[3, 3]]);
});

tables("reach a group of an event", async () => {
  const own = await openSample();
  await own.capture({
    event: "joined",
    distinct_id: "u1",
    properties: { $groups: { org: "org:5" }, $group_0: "org:5" },
  });
  const sql = "select group_0.properties.name, group_0.key, group_1.properties.name from events where event = 'joined'";
  assert.equal(await rows(own, sql), [["Org", "org:5", null]]);
  await own.close();
});

tables("show the elements of autocapture as a web SDK sends them", async () => {
  const own = await createHoglet();
  await own.capture([
    { event: "$autocapture", distinct_id: "u", properties: { $elements_chain: 'a.small:href="/x"' } },
    { event: "$autocapture", distinct_id: "u", properties: { $elements: [{ tag_name: "b", $el_text: "Go" }] } },
    { event: "other", distinct_id: "u", properties: {} },
  ]);
  const chains = (await rows(own, "select elements_chain from events order by event, elements_chain")).flat();
  assert.is(chains[0], 'a.small:href="/x"');
  assert.match(String(chains[1]), /^b:.*text="Go"/);
  assert.is(chains[2], "");
  await own.close();
});

tables("leave out cohorts that were deleted", async () => {
  const own = await openSample();
  await own.cohorts.update(3, { deleted: true });
  assert.equal(await rows(own, "select * from cohorts"), []);
  assert.equal(await rows(own, "select * from cohort_people"), []);
  await own.close();
  await hoglet.close();
});

tables.run();
