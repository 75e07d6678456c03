import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isUuid } from "../../lib/base/ids.ts";
import { createHoglet } from "../../lib/index.ts";
import { openRest } from "./ask.ts";

const P = "/api/projects/1";

async function open() {
  const rest = openRest();
  await rest.capture([
    { event: "viewed", distinct_id: "a", timestamp: "2024-06-01T10:00:00Z", properties: { page: "/a", $lib: "web" } },
    { event: "viewed", distinct_id: "a", timestamp: "2024-06-03T10:00:00Z", properties: { page: "/b", ms: 12 } },
    { event: "viewed", distinct_id: "b", timestamp: "2024-06-02T10:00:00Z", properties: { page: "/b" } },
    {
      event: "paid",
      distinct_id: "b",
      timestamp: "2024-06-09T10:00:00Z",
      properties: { amount: "9.5", at: "2024-06-09" },
    },
    { event: "Paid back", distinct_id: "b", timestamp: "2024-06-05T10:00:00Z", properties: { ok: true } },
  ]);
  await rest.capture({ event: "viewed", distinct_id: "z", properties: { other: 1 } }, { project: 2 });
  const names = async (path: string) => (await rest.ask("GET", `${P}/${path}`)).body.results.map((row) => row["name"]);
  return { ...rest, names };
}

const events = suite("GET event_definitions");

events("names events, most frequent first, with counts and the latest time, of this project alone", async () => {
  const { ask } = await open();
  const { status, body } = await ask("GET", `${P}/event_definitions/`);
  assert.is(status, 200);
  assert.equal(
    { ...body, results: body.results.map((row) => Object.assign(row, { id: isUuid(String(row["id"])) })) } as unknown,
    {
      next: null,
      previous: null,
      count: 3,
      results: [
        { id: true, name: "viewed", count: 3, last_seen_at: "2024-06-03T10:00:00Z" },
        { id: true, name: "Paid back", count: 1, last_seen_at: "2024-06-05T10:00:00Z" },
        { id: true, name: "paid", count: 1, last_seen_at: "2024-06-09T10:00:00Z" },
      ],
    },
  );
});

events("searches in any letter case, orders otherwise, and pages", async () => {
  const { names, ask } = await open();
  assert.equal(await names("event_definitions?search=PAID"), ["Paid back", "paid"]);
  assert.equal(await names("event_definitions?ordering=-last_seen_at"), ["paid", "Paid back", "viewed"]);
  assert.equal(await names("event_definitions?ordering=name"), ["Paid back", "paid", "viewed"]);
  const { body } = await ask("GET", `${P}/event_definitions?limit=1&offset=1`);
  assert.equal([body.results[0]?.["name"], body["count"]], ["Paid back", 3]);
  assert.match(String(body["next"]), /offset=2/);
  assert.is((await ask("GET", `${P}/event_definitions?ordering=size`)).status, 400);
});

events(
  "finds all words of a search, tells the app's from the SDK's, mixes in actions, and orders both ways",
  async () => {
    const { names, ask, capture } = await open();
    await capture({ event: "$pageview", distinct_id: "a", timestamp: "2024-06-01T09:00:00Z" });
    await ask("POST", `${P}/actions`, { body: { name: "Money came", steps: [{ event: "paid" }] } });
    assert.equal(await names("event_definitions?search=back%20PAID"), ["Paid back"]);
    assert.equal(await names("event_definitions?event_type=event_posthog"), ["$pageview"]);
    assert.equal(await names("event_definitions?event_type=event_custom&ordering=name"), [
      "Paid back",
      "paid",
      "viewed",
    ]);
    assert.equal(await names("event_definitions?event_type=action_event"), ["Money came"]);
    assert.equal(await names("event_definitions?event_type=all&ordering=-name&limit=3"), [
      "viewed",
      "paid",
      "Paid back",
    ]);
    assert.equal(await names("event_definitions?ordering=count&limit=1"), ["$pageview"]);
    assert.equal(await names("event_definitions?ordering=last_seen_at&limit=1"), ["$pageview"]);
    assert.is((await ask("GET", `${P}/event_definitions?event_type=both`)).body["attr"], "event_type");
  },
);

events("can be defined before one comes, are deleted with the remark, and return with the next event", async () => {
  const { names, ask, capture } = await open();
  const created = await ask("POST", `${P}/event_definitions/`, { body: { name: "invited", description: "By mail." } });
  assert.equal(
    [
      created.status,
      created.body["name"],
      created.body["count"],
      created.body["last_seen_at"],
      created.body["description"],
    ],
    [201, "invited", 0, null, "By mail."],
  );
  assert.match(String(created.body["created_at"]), /^2024-/);
  for (const name of ["invited", "paid"]) {
    const again = await ask("POST", `${P}/event_definitions/`, { body: { name } });
    assert.equal(
      [again.status, again.body["attr"], again.body["detail"]],
      [400, "name", `Event definition with name '${name}' already exists`],
    );
  }
  const [paid] = (await ask("GET", `${P}/event_definitions?search=paid&ordering=-name&limit=1`)).body.results;
  const path = `${P}/event_definitions/${String(paid?.["id"])}/`;
  await ask("PATCH", path, { body: { description: "Money came." } });
  assert.is((await ask("DELETE", path)).status, 204);
  assert.is((await ask("GET", path)).status, 404);
  assert.equal(await names("event_definitions?ordering=name"), ["Paid back", "invited", "viewed"]);
  await capture({ event: "paid", distinct_id: "b", timestamp: "2024-06-09T10:00:00Z" });
  const back = (await ask("GET", path)).body;
  assert.equal([back["name"], back["count"], back["description"]], ["paid", 2, ""]);
  assert.is((await ask("DELETE", `${P}/event_definitions/${String(created.body["id"])}`)).status, 204);
  assert.equal(await names("event_definitions?search=invited"), []);
});

events("leaves out hidden ones when asked to", async () => {
  const { names, ask } = await open();
  const [first] = (await ask("GET", `${P}/event_definitions?search=viewed`)).body.results;
  await ask("PATCH", `${P}/event_definitions/${String(first?.["id"])}`, { body: { hidden: true } });
  assert.is((await names("event_definitions")).length, 3);
  assert.equal(await names("event_definitions?exclude_hidden=true&ordering=name"), ["Paid back", "paid"]);
});

events.run();

const properties = suite("GET property_definitions");

properties("names those of events, the SDK's own last, with the type that their values seem to have", async () => {
  const { ask, names } = await open();
  const { body } = await ask("GET", `${P}/property_definitions/`);
  const rows = body.results.map((row) => [row["name"], row["property_type"], row["is_numerical"]]);
  const own = rows.filter(([name]) => !String(name).startsWith("$"));
  assert.equal(own, [
    ["amount", "Numeric", true],
    ["at", "DateTime", false],
    ["ms", "Numeric", true],
    ["ok", "Boolean", false],
    ["page", "String", false],
  ]);
  assert.equal(rows.slice(0, 5), own);
  assert.equal(
    (await names("property_definitions?event_name=paid")).filter((name) => !String(name).startsWith("$")),
    ["amount", "at"],
  );
  assert.equal(await names("property_definitions?search=PAG"), ["page"]);
  assert.equal(await names("property_definitions?event_name=never"), []);
});

properties("names those of persons and of groups of a type", async () => {
  const { ask, names, capture } = await open();
  await capture([
    { event: "x", distinct_id: "a", $set: { plan: "pro", seats: 3 } },
    {
      event: "$groupidentify",
      distinct_id: "a",
      properties: { $group_type: "org", $group_key: "acme", $group_set: { size: 4 } },
    },
  ]);
  assert.equal(
    (await names("property_definitions?type=person")).filter((name) => !String(name).startsWith("$")),
    ["plan", "seats"],
  );
  assert.equal(await names("property_definitions?type=group&group_type_index=0"), ["size"]);
  assert.equal(await names("property_definitions?type=group&group_type_index=1"), []);
  const attrOf = async (query: string) => (await ask("GET", `${P}/property_definitions?${query}`)).body["attr"];
  assert.is(await attrOf("type=group"), "group_type_index");
  assert.is(await attrOf("type=group&group_type_index=7"), "group_type_index");
  assert.is(await attrOf("type=person&event_name=paid"), "event_name");
  assert.is(await attrOf("type=action"), "type");
});

properties("are selected by every parameter of PostHog", async () => {
  const { ask, names, capture } = await open();
  await capture([
    {
      event: "called",
      distinct_id: "a",
      properties: { "$feature/beta": true, $browser: "X", utm_source: "news", size: 3, $groups: { org: "acme" } },
      $set: { latest_plan: "pro", initial_plan: "free" },
    },
  ]);
  const own = async (query: string) =>
    (await names(`property_definitions?${query}`)).filter((name) => !/^\$(?!feature|browser)/.test(String(name)));
  assert.equal(await own("event_names=[%22called%22]&filter_by_event_names=true"), [
    "size",
    "utm_source",
    "$browser",
    "$feature/beta",
  ]);
  assert.equal(await own("event_names=[%22called%22]&filter_by_event_names=true&exclude_core_properties=true"), [
    "size",
  ]);
  assert.equal(await own("is_feature_flag=true"), ["$feature/beta"]);
  assert.not.ok((await own("is_feature_flag=false")).includes("$feature/beta"));
  assert.equal(await own("properties=size,page,nothing"), ["page", "size"]);
  assert.equal(await own("properties=size,page&excluded_properties=[%22page%22]"), ["size"]);
  assert.equal(await own("is_numerical=true&exclude_core_properties=true"), ["amount", "ms", "size"]);
  assert.equal(await names("property_definitions?type=person&search=latest%20plan"), ["latest_plan"]);
  assert.equal(await names("property_definitions?type=session"), ["$session_duration"]);
  assert.not.ok((await names("property_definitions")).includes("$groups"));

  const { body } = await ask("GET", `${P}/property_definitions/?event_names=["paid"]&exclude_core_properties=true`);
  assert.equal(
    body.results.map((row) => [row["name"], row["is_seen_on_filtered_events"]]),
    [
      ["amount", true],
      ["at", true],
      ["ms", false],
      ["ok", false],
      ["page", false],
      ["size", false],
    ],
  );
});

properties("are listed with verified ones first, and without hidden ones when asked to", async () => {
  const { ask, names } = await open();
  const idOf = async (name: string) =>
    String((await ask("GET", `${P}/property_definitions?properties=${name}`)).body.results[0]?.["id"]);
  await ask("PATCH", `${P}/property_definitions/${await idOf("page")}`, { body: { verified: true } });
  await ask("PATCH", `${P}/property_definitions/${await idOf("ms")}`, { body: { hidden: true } });
  const query = "property_definitions?exclude_core_properties=true";
  assert.equal(await names(query), ["page", "amount", "at", "ms", "ok"]);
  assert.equal(await names(`${query}&exclude_hidden=true`), ["page", "amount", "at", "ok"]);
});

properties("are refused by parameter", async () => {
  const { ask } = await open();
  const rows: [query: string, attr: string, detail: string][] = [
    ["type=group", "group_type_index", "`group_type_index` must be set for `group` type"],
    ["type=event&group_type_index=1", "group_type_index", "`group_type_index` can only set for `group` type"],
    ["type=group&group_type_index=5", "group_type_index", "Invalid value for `group_type_index`"],
    ["type=person&event_names=[]", "event_names", "`event_names` can only be set for `event` type"],
    ["event_names=paid", "event_names", "Expected a JSON list of texts."],
    ["exclude_hidden=perhaps", "exclude_hidden", "Must be a valid boolean."],
  ];
  for (const [query, attr, detail] of rows) {
    const { status, body } = await ask("GET", `${P}/property_definitions?${query}`);
    assert.equal([status, body["attr"], body["detail"]], [400, attr, detail], query);
  }
});

properties.run();

const values = suite("GET events/values");

values("counts the values of a property, of all events or those of a name, found by a part of their text", async () => {
  const { ask } = await open();
  const get = async (query: string) => (await ask<unknown>("GET", `${P}/events/values/?${query}`)).body;
  assert.equal(await get("key=page"), [
    { name: "/b", count: 2 },
    { name: "/a", count: 1 },
  ]);
  assert.equal(await get("key=page&value=A"), [{ name: "/a", count: 1 }]);
  assert.equal(await get("key=page&event_name=paid"), []);
  assert.equal(await get("key=ok"), [{ name: "true", count: 1 }]);
  assert.equal(await get("key=other"), []);
  assert.equal(await get(""), []);
});

values("gives 20 at most", async () => {
  const { ask, capture } = await open();
  await capture(
    Array.from({ length: 30 }, (_, index) => ({ event: "x", distinct_id: "a", properties: { many: `v${index}` } })),
  );
  assert.is((await ask<unknown[]>("GET", `${P}/events/values?key=many`)).body.length, 20);
});

values.run();

const handle = suite("hoglet.definitions");

handle("gives what HTTP gives", async () => {
  const hoglet = await createHoglet({ now: "2024-06-10T12:00:00Z" });
  await hoglet.capture({ event: "paid", distinct_id: "a", properties: { amount: 3 } });
  const other = await hoglet.projects.create({ name: "other" });
  const { results: ofEvents } = await hoglet.definitions.events();
  const [own] = ofEvents;
  assert.equal(await hoglet.definitions.events(), {
    count: 1,
    results: [{ id: own?.id ?? "", name: "paid", count: 1, last_seen_at: "2024-06-10T12:00:00Z" }],
  });
  const { results: ofProperties } = await hoglet.definitions.properties({ search: "amount" });
  assert.ok(isUuid(own?.id ?? "") && isUuid(ofProperties[0]?.id ?? "") && own?.id !== ofProperties[0]?.id);
  assert.equal(ofProperties, [
    {
      id: ofProperties[0]?.id ?? "",
      name: "amount",
      type: "event",
      property_type: "Numeric",
      is_numerical: true,
      is_seen_on_filtered_events: null,
    },
  ]);
  assert.equal(await hoglet.definitions.values({ key: "amount" }), [{ name: "3", count: 1 }]);
  assert.is((await hoglet.definitions.events({ project: other.id })).count, 0);
  await hoglet.close();
});

handle.run();
