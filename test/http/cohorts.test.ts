import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CohortRecord } from "../../lib/people/cohorts/index.ts";
import { openRest } from "./ask.ts";
import type { ReplyBody } from "./ask.ts";

const COHORTS = "/api/projects/1/cohorts";
const PRO = { properties: [{ key: "plan", value: "pro" }] };

async function open() {
  const rest = openRest();
  await rest.capture([
    { event: "x", distinct_id: "a", $set: { plan: "pro" } },
    { event: "x", distinct_id: "b" },
    { event: "x", distinct_id: "c", $set: { plan: "pro" } },
  ]);
  const create = async (body: object) => (await rest.ask<CohortRecord>("POST", COHORTS, { body })).body;
  const persons = async (id: number, query = "") => {
    const { body } = await rest.ask("GET", `${COHORTS}/${id}/persons${query}`);
    return namesOf(body);
  };
  const cohortsOf = async (person: string | number) => {
    const { body } = await rest.ask("GET", `/api/projects/1/persons/cohorts?person_id=${person}`);
    return body.results.map((cohort) => cohort["name"]);
  };
  return { ...rest, create, persons, cohortsOf };
}

const namesOf = ({ results }: ReplyBody) => results.flatMap((person) => person["distinct_ids"]).toSorted();

const routes = suite("cohortRoutes");

routes("creates a dynamic cohort and answers 201 with the wire object of 5.10, calculated", async () => {
  const { ask } = await open();
  const { status, body } = await ask("POST", `${COHORTS}/`, { body: { name: "pro", groups: [PRO] } });
  assert.is(status, 201);
  assert.equal(body as unknown, {
    id: 1,
    name: "pro",
    description: "",
    groups: [PRO],
    deleted: false,
    filters: { properties: { type: "OR", values: [{ type: "AND", values: PRO.properties }] } },
    query: null,
    is_calculating: false,
    created_by: { first_name: "first key", email: null },
    created_at: "2024-06-10T12:00:00Z",
    last_calculation: "2024-06-10T12:00:00Z",
    errors_calculating: 0,
    count: 2,
    is_static: false,
  });
});

routes("takes the newer form too, and what was read can be sent back without changing anything", async () => {
  const { ask, create, persons } = await open();
  const filters = { properties: { type: "OR", values: [{ type: "AND", values: PRO.properties }] } };
  const made = await create({ name: "pro", filters });
  assert.equal(made.filters, filters);
  const legacy = await create({ name: "legacy", groups: [PRO] });
  for (const cohort of [made, legacy]) {
    const { status, body } = await ask("PATCH", `${COHORTS}/${cohort.id}`, { body: cohort });
    assert.equal([status, body as unknown], [200, cohort]);
    assert.equal(await persons(cohort.id), ["a", "c"]);
    const history = await ask("GET", `${COHORTS}/${cohort.id}/activity`);
    assert.equal(
      history.body.results.map((entry) => entry["activity"]),
      ["created"],
    );
  }
});

routes("pages the persons of a cohort, newest first, with the filters of the person list", async () => {
  const { ask, create, persons } = await open();
  const { id } = await create({ name: "pro", groups: [PRO] });
  const { status, body } = await ask("GET", `${COHORTS}/${id}/persons?limit=1`);
  assert.equal([status, body["count"], namesOf(body)], [200, 2, ["c"]]);
  assert.equal(namesOf((await ask("GET", String(body["next"]))).body), ["a"]);
  assert.equal(await persons(id, "?distinct_id=a"), ["a"]);
});

routes("makes static cohorts of distinct ids, persons and CSV, passing over the unknown", async () => {
  const { create, persons, person } = await open();
  const uuid = person("c")?.uuid;
  const made = await create({ name: "s", is_static: true, distinct_ids: ["a", "nobody"], persons: [uuid, 99] });
  assert.equal([made.count, made.filters, made.groups, await persons(made.id)], [2, null, [], ["a", "c"]]);
  const byCsv = await create({ name: "csv", is_static: true, csv: "distinct_id\na\nb\nnobody\n" });
  assert.equal(await persons(byCsv.id), ["a", "b"]);
});

routes("takes a CSV as the file of a multipart body", async () => {
  const { ask, persons } = await open();
  const form = new FormData();
  form.set("name", "uploaded");
  form.set("is_static", "true");
  form.set("csv", new File(["email,distinct_id\nx,b\ny,c"], "people.csv", { type: "text/csv" }));
  const { status, body } = await ask<CohortRecord>("POST", COHORTS, { body: form });
  assert.equal([status, body.name, body.count], [201, "uploaded", 2]);
  assert.equal(await persons(body.id), ["b", "c"]);
});

routes("adds to and takes from a static cohort, and from no other", async () => {
  const { ask, create, persons, person } = await open();
  const { id } = await create({ name: "s", is_static: true, distinct_ids: ["a"] });
  const add = await ask("PATCH", `${COHORTS}/${id}/add_persons_to_static_cohort`, {
    body: { person_ids: [person("b")?.uuid], distinct_ids: ["a"] },
  });
  assert.equal([add.status, add.body["count"]], [200, 2]);
  await ask("PATCH", `${COHORTS}/${id}`, { body: { csv: "c" } });
  assert.equal(await persons(id), ["a", "b", "c"]);
  const remove = await ask("POST", `${COHORTS}/${id}/remove_person_from_static_cohort`, { body: { person_id: 1 } });
  assert.equal([remove.status, await persons(id)], [200, ["b", "c"]]);
  const dynamic = await create({ name: "pro", groups: [PRO] });
  const refused = await ask("POST", `${COHORTS}/${dynamic.id}/add_persons_to_static_cohort`, {
    body: { person_ids: [1] },
  });
  assert.equal([refused.status, refused.body["attr"]], [400, "is_static"]);
});

routes("lists, retrieves, renames; deletes softly, and brings back", async () => {
  const { ask, create, persons } = await open();
  const first = await create({ name: "first", groups: [PRO] });
  const second = await create({ name: "second", is_static: true, distinct_ids: ["a"] });
  const names = async () => (await ask("GET", `${COHORTS}/`)).body.results.map((cohort) => cohort["name"]);
  assert.equal(await names(), ["second", "first"]);
  await ask("PATCH", `${COHORTS}/${first.id}`, { body: { name: "renamed" } });
  const gone = await ask("DELETE", `${COHORTS}/${second.id}`);
  assert.equal([gone.status, gone.body, await names()], [204, null, ["renamed"]]);
  assert.equal([(await ask("DELETE", `${COHORTS}/${second.id}`)).status, await persons(second.id)], [204, []]);
  const { body } = await ask("GET", `${COHORTS}/${second.id}`);
  assert.is(body["deleted"], true);
  await ask("PATCH", `${COHORTS}/${second.id}`, { body: { deleted: false } });
  assert.equal([await names(), await persons(second.id)], [["second", "renamed"], ["a"]]);
});

routes("case 131: answers persons/cohorts with the cohorts a person is in, deleted ones not (5.10)", async () => {
  const { ask, create, cohortsOf, person } = await open();
  await create({ name: "pro", groups: [PRO] });
  await create({ name: "free", groups: [{ properties: [{ key: "plan", operator: "is_not_set" }] }] });
  await create({ name: "some", is_static: true, distinct_ids: ["a", "b"] });
  const did = { event_id: "x", days: 7 };
  const doers = await create({ name: "doers", groups: [did] });
  assert.equal(await cohortsOf(1), ["pro", "some", "doers"]);
  assert.equal(await cohortsOf(person("b")?.uuid ?? ""), ["free", "some", "doers"]);
  await ask("DELETE", `${COHORTS}/${doers.id}`);
  assert.equal(await cohortsOf(1), ["pro", "some"]);
});

routes("asks for a person_id that exists, where the real service fails (10.3)", async () => {
  const { ask } = await open();
  const statusOf = async (query: string) => (await ask("GET", `/api/projects/1/persons/cohorts${query}`)).status;
  assert.equal([await statusOf("?person_id="), await statusOf("?person_id=x")], [400, 400]);
  assert.is(await statusOf("?person_id=99"), 404);
});

routes("gives all cohorts that are not deleted when persons/cohorts has no person (contract)", async () => {
  const { ask } = await open();
  for (const name of ["first", "second"]) await ask("POST", COHORTS, { body: { name, groups: [PRO] } });
  const gone = (await ask("POST", COHORTS, { body: { name: "gone", groups: [] } })).body;
  await ask("PATCH", `${COHORTS}/${String(gone["id"])}`, { body: { deleted: true } });
  const listed = (await ask("GET", COHORTS)).body.results.map(({ id }) => id);
  const { status, body } = await ask("GET", "/api/projects/1/persons/cohorts/");
  assert.equal([status, body.results.map(({ id }) => id)], [200, listed.toReversed()]);
  assert.ok(listed.length > 0);
});

routes("needs both scopes for persons/cohorts (contract)", async () => {
  const { ask, key } = await open();
  const statusOf = async (...scopes: string[]) => {
    const { status, body } = await ask("GET", "/api/projects/1/persons/cohorts?person_id=1", { key: key(scopes) });
    return status === 403 ? body["detail"] : status;
  };
  assert.is(await statusOf("person:read", "cohort:read"), 200);
  assert.is(await statusOf("person:read"), "API key missing required scope 'cohort:read'");
  assert.is(await statusOf("cohort:write"), "API key missing required scope 'person:read'");
});

const REFUSED: [why: string, body: object, code: string, attr: string][] = [
  ["no name", { groups: [PRO] }, "required", "name"],
  ["blank name", { name: " ", groups: [PRO] }, "blank", "name"],
  ["no definition", { name: "n" }, "required", "filters"],
  ["empty definition", { name: "n", groups: [] }, "required", "filters"],
  [
    "unreadable filter",
    { name: "n", groups: [{ properties: [{ key: "a" }] }] },
    "required",
    "groups__0__properties__0__value",
  ],
  ["definition of a static one", { name: "n", is_static: true, groups: [PRO] }, "invalid_input", "is_static"],
  ["members of a dynamic one", { name: "n", groups: [PRO], distinct_ids: ["a"] }, "invalid_input", "distinct_ids"],
  ["no boolean", { name: "n", groups: [PRO], is_static: "maybe" }, "invalid_input", "is_static"],
  ["broken CSV", { name: "n", is_static: true, csv: '"a' }, "invalid_input", "csv"],
];

for (const [why, body, code, attr] of REFUSED) {
  routes(`refuses with 400: ${why}`, async () => {
    const { ask } = await open();
    const reply = await ask("POST", COHORTS, { body });
    assert.equal([reply.status, reply.body["code"], reply.body["attr"]], [400, code, attr]);
    assert.is((await ask("GET", COHORTS)).body["count"], 0);
  });
}

routes("keeps projects apart", async () => {
  const { ask, create, capture } = await open();
  const { id } = await create({ name: "pro", groups: [PRO] });
  await capture({ event: "x", distinct_id: "a", $set: { plan: "pro" } }, { project: 2 });
  for (const [method, path] of [
    ["GET", ""],
    ["PATCH", ""],
    ["DELETE", ""],
    ["GET", "/persons"],
    ["GET", "/activity"],
    ["POST", "/add_persons_to_static_cohort"],
  ] as const) {
    const { status } = await ask(method, `/api/projects/2/cohorts/${id}${path}`, method === "GET" ? {} : { body: {} });
    assert.is(status, 404, `${method} ${path}`);
  }
  assert.is((await ask("GET", "/api/projects/2/cohorts")).body["count"], 0);
});

routes("logs who did what, without values of properties", async () => {
  const { ask, create } = await open();
  const { id } = await create({ name: "pro", groups: [PRO] });
  const groups = [{ properties: [{ key: "plan", value: "secret-value" }] }];
  await ask("PATCH", `${COHORTS}/${id}`, { body: { name: "new", groups } });
  await ask("DELETE", `${COHORTS}/${id}`);
  const { body } = await ask("GET", `${COHORTS}/activity`);
  assert.equal(
    body.results.map((entry) => [entry["activity"], entry["item_id"], (entry["user"] as ReplyBody)["first_name"]]),
    [
      ["deleted", "1", "first key"],
      ["updated", "1", "first key"],
      ["created", "1", "first key"],
    ],
  );
  const update = body.results[1]?.["detail"] as ReplyBody | undefined;
  assert.equal(update?.["changes"], [
    { type: "Cohort", action: "changed", field: "name", before: "pro", after: "new" },
    { type: "Cohort", action: "changed", field: "filters", before: null, after: null },
  ]);
  assert.not.match(JSON.stringify(body), /secret-value/);
});

routes.run();
