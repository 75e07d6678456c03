import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openRest } from "./ask.ts";
import type { Rest } from "./ask.ts";

const P = "/api/projects/1/persons";
const TREND = "/api/projects/1/insights/trend/";
const RETENTION = "/api/projects/1/insights/retention/";

/** The clock of a new world: 2024-06-10T12:00Z. */
const TODAY = "2024-06-10";
const PAID = `entity_id=paid&entity_type=events&date_from=${TODAY}`;

interface Person {
  type?: string;
  properties?: Record<string, unknown>;
  id: number | string | null;
  uuid?: string;
  created_at: string | null;
  distinct_ids: string[];
  [field: string]: unknown;
}

interface People {
  results: { people: Person[]; count: number }[];
  next: string | null;
  [field: string]: unknown;
}

interface Insight {
  result: {
    label: string;
    status?: string;
    data: number[];
    persons_urls: { url: string }[];
    values: { count: number; people_url: string }[];
    people_url: string;
  }[];
}

const paid = (distinctId: string, more: object = {}) => ({ event: "paid", distinct_id: distinctId, ...more });

async function openBuyers(count: number): Promise<Rest> {
  const rest = openRest();
  await rest.capture(Array.from({ length: count }, (_, index) => paid(`p${String(index).padStart(3, "0")}`)));
  return rest;
}

const idsOf = ({ results: [first] }: People) => (first?.people ?? []).map(({ distinct_ids: [id] }) => id);

/** Every page of a link, one after the other. */
async function pages({ ask }: Rest, url: string): Promise<People[]> {
  const found: People[] = [];
  for (let next: string | null = url; next !== null; next = found.at(-1)?.next ?? null) {
    const { status, body } = await ask<People>("GET", next);
    assert.is(status, 200, JSON.stringify(body));
    found.push(body);
  }
  return found;
}

const trends = suite("P/persons/trends");

trends("answers in its envelope, with persons as actors, and by the older path", async () => {
  const { ask, capture, close } = openRest();
  await capture(paid("mira", { $set: { email: "mira@example.org" } }));
  const { status, body } = await ask<People>("GET", `${P}/trends/?${PAID}`);
  assert.is(status, 200);
  assert.equal(Object.keys(body), ["results", "next", "initial", "missing_persons", "is_cached", "last_refresh"]);
  assert.equal([body.next, body["missing_persons"], body["is_cached"]], [null, 0, false]);
  const [person] = body.results[0]?.people ?? [];
  assert.equal(person, {
    type: "person",
    id: 1,
    uuid: person?.uuid,
    created_at: "2024-06-10T12:00:00Z",
    properties: { email: "mira@example.org", $creator_event_uuid: person?.properties?.["$creator_event_uuid"] },
    is_identified: false,
    name: "mira@example.org",
    distinct_ids: ["mira"],
    matched_recordings: [],
    value_at_data_point: 1,
  });
  const older = await ask<People>("GET", `/api/person/trends/?${PAID}`);
  assert.equal(older.body, { ...body, is_cached: true });
  close();
});

trends("turns pages by absolute links that keep every parameter, and leads back to the first", async () => {
  const rest = await openBuyers(5);
  const url = `http://x.io${P}/trends/?${PAID}&limit=2&properties=${encodeURIComponent("[]")}`;
  const found = await pages(rest, url);
  assert.equal(
    found.map(({ results }) => results[0]?.count),
    [2, 2, 1],
  );
  // Pages go by id; within a page equal times are in the order of the UUIDs.
  assert.equal(
    found.map((page) => idsOf(page).toSorted()),
    [["p000", "p001"], ["p002", "p003"], ["p004"]],
  );
  assert.equal(Object.fromEntries(new URL(found[0]?.next ?? "").searchParams), {
    entity_id: "paid",
    entity_type: "events",
    date_from: TODAY,
    limit: "2",
    properties: "[]",
    offset: "2",
    cursor: "[2,1]",
  });
  for (const { initial } of found) assert.equal(await pages(rest, String(initial)).then(([first]) => first?.results), found[0]?.results); // prettier-ignore
  rest.close();
});

trends("gives 100 people a page unless told otherwise, those who did most first, then by id", async () => {
  const rest = await openBuyers(101);
  rest.clock.nowMs += 1000;
  await rest.capture([paid("late"), paid("later"), paid("later")]);
  const counts = (await pages(rest, `${P}/trends/?${PAID}`)).map(({ results }) => results[0]?.count);
  assert.equal(counts, [100, 3]);
  const all = await pages(rest, `${P}/trends/?${PAID}&limit=1000`);
  const ids = idsOf(all[0] as People);
  assert.equal([all.length, ids[0], ids[1], ids.at(-1)], [1, "later", "p000", "late"]);
  rest.close();
});

trends("finds by a part of the email, the name or a distinct id, in any letter case", async () => {
  const rest = openRest();
  await rest.capture([
    paid("a", { $set: { email: "Mira@Example.org" } }),
    paid("b", { $set: { name: "Miranda" } }),
    paid("MIRabelle"),
    paid("d", { $set: { plan: "mira" } }),
    { event: "other", distinct_id: "mira-too" },
  ]);
  const [found] = await pages(rest, `${P}/trends/?${PAID}&search=mira`);
  assert.equal(idsOf(found as People).toSorted(), ["MIRabelle", "a", "b"]);
  const byOne = await pages(rest, `${P}/trends/?${PAID}&search=mira&limit=1`);
  assert.equal(byOne.flatMap(idsOf), ["a", "b", "MIRabelle"]);
  const none = await pages(rest, `${P}/trends/?${PAID}&search=nobody`);
  assert.equal(none.flatMap(idsOf), []);
  rest.close();
});

trends("shows who has no person: their own actor, with the UUID that events show", async () => {
  const rest = openRest();
  await rest.capture([paid("a"), paid("anon", { properties: { $process_person_profile: false } })]);
  const [found] = await pages(rest, `${P}/trends/?${PAID}`);
  const { results } = (await rest.ask<{ results: { person_id: string }[] }>("GET", `${P.replace("persons", "events")}/?distinct_id=anon`)).body; // prettier-ignore
  const anon = found?.results[0]?.people.at(-1);
  assert.equal([anon?.id, anon?.created_at, anon?.uuid], [null, null, results[0]?.person_id]);
  assert.equal(anon?.distinct_ids, ["anon"]);
  rest.close();
});

trends("shows groups where groups are counted, also those that nothing is known of", async () => {
  const rest = openRest();
  await rest.capture([
    paid("a", { properties: { $groups: { company: "acme" } } }),
    paid("b", { properties: { $groups: { company: "bolt" } } }),
    { event: "$groupidentify", distinct_id: "a", properties: { $group_type: "company", $group_key: "acme", $group_set: { name: "Acme" } } },
  ]); // prettier-ignore
  const events = [{ id: "paid", math: "unique_group", math_group_type_index: 0 }];
  const { body } = await rest.ask<Insight>("POST", TREND, { body: { events } });
  const [found] = await pages(rest, body.result[0]?.persons_urls.at(-1)?.url ?? "");
  const atPoint = { matched_recordings: [], value_at_data_point: 1 };
  const known = { type: "group", id: "acme", group_key: "acme", group_type_index: 0, properties: { name: "Acme" }, ...atPoint }; // prettier-ignore
  const unknown = { ...known, id: "bolt", group_key: "bolt", created_at: null, properties: {} };
  assert.equal(found?.results[0]?.people, [
    { ...known, created_at: "2024-06-10T12:00:00Z", properties: known.properties },
    unknown,
  ]);
  const [byName] = await pages(rest, `${body.result[0]?.persons_urls.at(-1)?.url ?? ""}&search=ACM`);
  assert.is(byName?.results[0]?.count, 1);
  rest.close();
});

trends("says of recordings that there are none, asked or not", async () => {
  const rest = await openBuyers(1);
  for (const asked of ["", "&include_recordings=true"]) {
    const [found] = await pages(rest, `${P}/trends/?${PAID}${asked}`);
    assert.equal(found?.results[0]?.people[0]?.["matched_recordings"], []);
  }
  rest.close();
});

trends("answers a repeated request from the cache, until something is written", async () => {
  const rest = await openBuyers(2);
  const asked = async (more = "") => (await rest.ask<People>("GET", `${P}/trends/?${PAID}${more}`)).body;
  assert.equal([(await asked())["is_cached"], (await asked())["is_cached"]], [false, true]);
  assert.is((await asked("&refresh=true"))["is_cached"], false);
  assert.is((await asked("&refresh="))["is_cached"], false);
  await rest.capture(paid("new"));
  const { results, is_cached: isCached } = await asked();
  assert.equal([results[0]?.count, isCached], [3, false]);
  rest.close();
});

trends("gives nobody for an action that does not exist", async () => {
  const rest = await openBuyers(1);
  const [found] = await pages(rest, `${P}/trends/?entity_id=77&entity_type=actions`);
  assert.is(found?.results[0]?.count, 0);
  rest.close();
});

trends.run();

const REFUSED: [path: string, attr: string][] = [
  ["trends?interval=day", "entity_id"],
  ["trends?entity_type=events", "entity_id"],
  ["trends?entity_id=paid", "entity_type"],
  ["trends?entity_id=paid&entity_type=persons", "entity_type"],
  ["trends?entity_id=x&entity_type=actions", "entity_id"],
  [`trends?${PAID}&entity_math=most`, "entity_math"],
  [`trends?${PAID}&entity_math=unique_group`, "math_group_type_index"],
  [`trends?${PAID}&breakdown_value=x`, "breakdown_value"],
  [`trends?${PAID}&breakdown=1&breakdown_type=cohort&breakdown_value=x`, "breakdown_value"],
  [`trends?${PAID}&breakdown=n&breakdown_histogram_bin_count=2&breakdown_value=x`, "breakdown_value"],
  [`trends?${PAID}&breakdown=["a","b"]&breakdown_value=x`, "breakdown_value"],
  [`trends?${PAID}&point_range=5`, "point_range"],
  [`trends?${PAID}&point_range={`, "point_range"],
  [`trends?${PAID}&point_range=[2,1]`, "point_range"],
  [`trends?${PAID}&question_range=["a","b"]`, "question_range__0"],
  [`trends?${PAID}&limit=x`, "limit"],
  [`trends?${PAID}&offset=-1`, "offset"],
  [`trends?${PAID}&interval=year`, "interval"],
  [`trends?${PAID}&include_recordings=2`, "include_recordings"],
  [`trends?${PAID}&date_from=h`, "date_from"],
  ["lifecycle?interval=day", "target_date"],
  ["lifecycle?target_date=2024-06-10", "lifecycle_type"],
  ["lifecycle?lifecycle_type=old&target_date=2024-06-10", "lifecycle_type"],
  ["lifecycle?lifecycle_type=new&target_date=2024-06-10", "entity_id"],
  ["stickiness?entity_id=paid", "stickiness_days"],
  ["stickiness?stickiness_days=0&entity_id=paid&entity_type=events", "stickiness_days"],
  ["stickiness?stickiness_days=1", "entity_id"],
  ["retention?selected_interval=-1", "selected_interval"],
  ["retention?breakdown_values=x", "breakdown_values"],
  ["retention?breakdown_values=[true]", "breakdown_values"],
  ['retention?breakdowns=[{"property":"plan"}]', "breakdown_values"],
];

const refusals = suite("requests that name no point");

for (const [path, attr] of REFUSED) {
  refusals(`${path} is refused, naming ${attr}`, async () => {
    const rest = await openBuyers(1);
    const { status, body } = await rest.ask("GET", `${P}/${path}`);
    assert.equal([status, body["type"], body["attr"]], [400, "validation_error", attr], JSON.stringify(body));
    rest.close();
  });
}

refusals.run();

const lifecycle = suite("P/persons/lifecycle");

lifecycle("shows persons in their plain form, page by page", async () => {
  const rest = await openBuyers(3);
  const events = JSON.stringify([{ id: "paid" }]);
  const url = `${P}/lifecycle/?events=${events}&lifecycle_type=new&target_date=${TODAY}&limit=2`;
  const found = await pages(rest, url);
  assert.equal(Object.keys(found[0] ?? {}), ["results", "next"]);
  assert.equal(
    found.map(({ results }) => results[0]?.count),
    [2, 1],
  );
  const names = ["id", "uuid", "created_at", "properties", "is_identified", "name", "distinct_ids"];
  assert.equal(Object.keys(found[0]?.results[0]?.people[0] ?? {}), names);
  rest.close();
});

lifecycle("takes the entity by itself, when there is no question around it", async () => {
  const rest = await openBuyers(2);
  const url = `${P}/lifecycle/?entity_id=paid&entity_type=events&lifecycle_type=new&target_date=${TODAY}T08:00:00Z`;
  assert.is((await pages(rest, url))[0]?.results[0]?.count, 2);
  rest.close();
});

lifecycle.run();

const retention = suite("P/persons/retention");

/** a comes back after one and two days, b and c after one day. */
async function openReturning(): Promise<Rest> {
  const rest = openRest();
  const on = (id: string, day: number) => paid(id, { timestamp: `2024-06-0${day}T10:00:00Z` });
  await rest.capture([on("c", 8), on("b", 8), on("a", 8), on("a", 9), on("b", 9), on("c", 9)]);
  await rest.capture(paid("a"));
  return rest;
}

const target = JSON.stringify({ id: "paid" });

retention("gives a plain list of a cell, under its own name", async () => {
  const rest = await openReturning();
  const { body } = await rest.ask<Record<string, Person[]>>("GET", `${P}/retention/?target_entity=${target}&breakdown_values=[8]&selected_interval=2`); // prettier-ignore
  assert.equal(Object.keys(body), ["result", "next", "missing_persons", "filters"]);
  assert.equal(
    body["result"]?.map(({ distinct_ids: ids }) => ids),
    [["a"]],
  );
  rest.close();
});

retention("gives a table of a row: who came back most often first, then by id, descending", async () => {
  const rest = await openReturning();
  const { body } = await rest.ask<{ result: { person: Person; appearances: number[] }[]; next: string | null }>("GET", `${P}/retention/?target_entity=${target}&display=ActionsTable&selected_interval=8&limit=2`); // prettier-ignore
  const rowsOf = (rows: typeof body.result) => rows.map(({ person, appearances }) => [person.distinct_ids[0], appearances]); // prettier-ignore
  assert.equal(rowsOf(body.result), [
    ["a", [1, 1, 1]],
    ["b", [1, 1, 0]],
  ]);
  const second = await rest.ask<typeof body>("GET", body.next ?? "");
  assert.equal([rowsOf(second.body.result), second.body.next], [[["c", [1, 1, 0]]], null]);
  rest.close();
});

retention("follows a link of its answer long after", async () => {
  const rest = await openReturning();
  const { body } = await rest.ask<Insight>("GET", `${RETENTION}?target_entity=${target}`);
  const row = body.result[8];
  rest.clock.nowMs += 30 * 86_400_000;
  const { body: cell } = await rest.ask<{ result: unknown[] }>("GET", row?.values[1]?.people_url ?? "");
  const { body: table } = await rest.ask<{ result: unknown[] }>("GET", row?.people_url ?? "");
  assert.equal([row?.values[1]?.count, cell.result.length, table.result.length], [3, 3, 3]);
  rest.close();
});

retention.run();

const stickiness = suite("P/persons/stickiness");

stickiness("gives persons of exactly so many days, by either name of the field", async () => {
  const rest = await openReturning();
  const url = `${P}/stickiness/?entity_id=paid&entity_type=events`;
  for (const field of ["stickiness_days", "selected_interval"]) {
    const [two] = await pages(rest, `${url}&${field}=2`);
    assert.equal(Object.keys(two ?? {}), ["results", "next"]);
    assert.equal(idsOf(two as People).toSorted(), ["b", "c"]);
    const [three] = await pages(rest, `${url}&${field}=3`);
    assert.equal(idsOf(three as People), ["a"]);
  }
  rest.close();
});

stickiness.run();

const csv = suite("people as CSV");

const linesOf = (body: unknown) => String(body).trimEnd().split("\r\n");

csv("has everybody, a row each, or those that limit and offset name", async () => {
  const rest = await openBuyers(120);
  const paths = [
    `${P}/trends?${PAID}&format=csv`,
    `${P}/lifecycle.csv?entity_id=paid&entity_type=events&lifecycle_type=new&target_date=${TODAY}`,
    `${P}/stickiness.csv?entity_id=paid&entity_type=events&stickiness_days=1`,
    `${P}/retention.csv?target_entity=${target}&breakdown_values=[10]`,
    `${P}/retention.csv?target_entity=${target}&display=ActionsTable&selected_interval=10`,
  ];
  for (const path of paths) {
    const { status, body } = await rest.ask<string>("GET", path);
    const [header = "", ...rows] = linesOf(body);
    assert.equal([status, rows.length], [200, 120], path);
    assert.match(header, "distinct_ids.0", path);
    const cut = await rest.ask<string>("GET", `${path}&limit=7&offset=110`);
    assert.equal(linesOf(cut.body), [header, ...rows.slice(110, 117)], path);
  }
  rest.close();
});

csv("looks for the same people, and has a header when there are none", async () => {
  const rest = await openBuyers(12);
  const some = linesOf((await rest.ask<string>("GET", `${P}/trends.csv?${PAID}&search=p00`)).body);
  assert.is(some.length, 1 + 10);
  const none = linesOf((await rest.ask<string>("GET", `${P}/trends.csv?${PAID}&search=x`)).body);
  assert.equal([none.length, none[0]?.includes("uuid")], [1, true]);
  rest.close();
});

csv.run();

const handle = suite("the methods of the handle");

handle("leads in process where the links lead over HTTP", async () => {
  const { createHoglet } = await import("../../lib/index.ts");
  await using hoglet = await createHoglet({ now: "2024-06-10T12:00:00Z" });
  await hoglet.capture([paid("a"), paid("b")]);
  const { result } = await hoglet.insights.trend({ events: [{ id: "paid" }] });
  const filter = result[0]?.persons_urls?.at(-1)?.filter ?? {};
  const trend = await hoglet.persons.trends({ ...filter, limit: 1 });
  assert.equal([trend.results[0].count, trend.next?.startsWith("/api/projects/1/persons/trends/?")], [1, true]);
  const entity = { entity_id: "paid", entity_type: "events" } as const;
  const old = await hoglet.persons.lifecycle({ ...entity, lifecycle_type: "new", target_date: TODAY });
  const days = await hoglet.persons.stickiness({ ...entity, stickiness_days: 1 });
  const cell = await hoglet.persons.retention({ target_entity: { id: "paid" }, breakdown_values: [10] });
  assert.equal([old.results[0].count, days.results[0].count, cell.result.length], [2, 2, 2]);
});

handle.run();
