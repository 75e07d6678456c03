import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPeople } from "../people/persons/people.ts";
import type { People } from "../people/persons/people.ts";

const UUID = "6931a681-6e90-500d-8294-14582dcc2e3f";

async function open(): Promise<People> {
  const people = openPeople();
  await people.add({ "user-1": { plan: "pro" }, b: {} });
  await people.join("user-1", "c");
  await people.add({ foreign: { plan: "pro" } }, 2);
  return people;
}

interface Route {
  method: string;
  /** After `/api/projects/N/persons`; `:id` stands for a person. */
  path: string;
  body?: unknown;
  scope: "person:read" | "person:write";
  status: number;
  /** The whole body, where it is short. */
  answers?: unknown;
}

const SUCCESS = { success: true };

/** Every route about persons that is not about cohorts, activity or analysis. */
const ROUTES: Route[] = [
  { method: "GET", path: "", scope: "person:read", status: 200 },
  { method: "GET", path: "/values?key=plan", scope: "person:read", status: 200, answers: [{ name: "pro", count: 1 }] },
  { method: "GET", path: "/deletion_status", scope: "person:read", status: 200 },
  {
    method: "POST",
    path: "/batch_by_distinct_ids",
    body: {},
    scope: "person:read",
    status: 200,
    answers: { results: {} },
  },
  { method: "POST", path: "/batch_by_uuids", body: {}, scope: "person:read", status: 200, answers: { results: {} } },
  { method: "POST", path: "/bulk_delete", body: { ids: [99] }, scope: "person:write", status: 202 },
  {
    method: "POST",
    path: "/reset_person_distinct_id",
    body: { distinct_id: "b" },
    scope: "person:write",
    status: 202,
    answers: null,
  },
  { method: "GET", path: "/:id", scope: "person:read", status: 200 },
  { method: "PATCH", path: "/:id", body: { properties: { a: 1 } }, scope: "person:write", status: 200 },
  { method: "PUT", path: "/:id", body: { properties: { a: 1 } }, scope: "person:write", status: 200 },
  {
    method: "POST",
    path: "/:id/update_property",
    body: { key: "a", value: 1 },
    scope: "person:write",
    status: 200,
    answers: SUCCESS,
  },
  {
    method: "POST",
    path: "/:id/delete_property",
    body: { $unset: "a" },
    scope: "person:write",
    status: 200,
    answers: SUCCESS,
  },
  { method: "POST", path: "/:id/split", body: {}, scope: "person:write", status: 200, answers: SUCCESS },
  { method: "GET", path: "/:id/properties_timeline", scope: "person:read", status: 200 },
  { method: "POST", path: "/:id/delete_events", scope: "person:write", status: 202, answers: null },
  { method: "DELETE", path: "/:id", scope: "person:write", status: 204, answers: null },
];

const at = (route: Route, id: string, project = 1) =>
  `/api/projects/${project}/persons${route.path.replace(":id", id)}`;

const routes = suite("personRoutes");

for (const route of ROUTES) {
  const { method, path, body, scope, status } = route;
  const isAboutOne = path.startsWith("/:id");

  for (const id of isAboutOne ? ["1", UUID] : [""]) {
    routes(
      `25, 74: ${method} ${path || "/"} ${id} answers ${status}, with and without the final slash, in the older form too`,
      async () => {
        const [plain = "", query] = at(route, id).split("?");
        const rest = query === undefined ? "" : `?${query}`;
        for (const form of [plain, `${plain}/`, plain.replace("/api/projects/1/persons", "/api/person")]) {
          const { ask } = await open();
          const reply = await ask(method, `${form}${rest}`, { body });
          assert.is(reply.status, status, `${form}: ${JSON.stringify(reply.body)}`);
          if (route.answers !== undefined) assert.equal(reply.body, route.answers);
        }
      },
    );
  }

  routes(`202: ${method} ${path || "/"} needs ${scope} and nothing else`, async () => {
    const { ask, key } = await open();
    const ask1 = async (value: string | null) => (await ask(method, at(route, "1"), { body, key: value })).status;
    assert.is(await ask1(null), 401);
    const other = scope === "person:read" ? "cohort:write" : "person:read";
    const refused = await ask(method, at(route, "1"), { body, key: key([other]) });
    assert.equal([refused.status, refused.body["detail"]], [403, `API key missing required scope '${scope}'`]);
    assert.is(await ask1(key([scope], [2])), 403);
    assert.is(await ask1(key([scope], [1])), status);
  });

  if (isAboutOne) {
    routes(
      `${method} ${path} of another project's person, and of nobody, is not found and changes nothing`,
      async () => {
        const { ask, persons, person, events, ctx } = await open();
        const before = [await persons.get(3, { project: 2 }), events().length, events(2).length];
        for (const id of ["3", person("foreign", 2)?.uuid ?? "", "99", "00000000-0000-4000-8000-000000000000"]) {
          const reply = await ask(method, at(route, id), { body });
          assert.equal([reply.status, reply.body["code"]], [404, "not_found"], id);
        }
        assert.equal([await persons.get(3, { project: 2 }), events().length, events(2).length], before);
        assert.is(ctx.db.sql("SELECT count(*) FROM deletions").pluck().get(), 0);
      },
    );

    routes(`${method} ${path} refuses an id of another form with advice`, async () => {
      const { ask } = await open();
      const reply = await ask(method, at(route, "not-an-id"), { body });
      assert.equal([reply.status, reply.body["code"], reply.body["attr"]], [400, "invalid_input", null]);
      assert.match(String(reply.body["detail"]), "use /persons?distinct_id=not-an-id instead.");
    });
  }
}

routes("the list has its keys in the contract's order, and shows the project's own persons alone", async () => {
  const { ask } = await open();
  const { body } = await ask("GET", "/api/projects/1/persons");
  assert.equal(Object.keys(body), ["next", "previous", "count", "results"]);
  assert.equal([body["count"], body.results.map((person) => person["name"])], [2, ["b", "user-1"]]);
  assert.equal(Object.keys(body.results[0] ?? {}), [
    "id",
    "name",
    "distinct_ids",
    "properties",
    "created_at",
    "uuid",
    "is_identified",
  ]);
  assert.equal((await ask("GET", "/api/projects/2/persons/values?key=plan")).body, [{ name: "pro", count: 1 }]);
});

routes("POST on the list is 405 and says why, after the key and its scopes were looked at", async () => {
  const { ask, key } = await open();
  const path = "/api/projects/1/persons";
  const { status, body } = await ask("POST", path, { body: {} });
  assert.equal([status, body["type"], body["code"]], [405, "invalid_request", "method_not_allowed"]);
  assert.match(String(body["detail"]), /^Creating persons via this API is not allowed\..*identify/);
  assert.is((await ask("POST", path, { body: {}, key: null })).status, 401);
  assert.is((await ask("POST", path, { body: {}, key: key(["person:read"]) })).status, 403);
});

routes("PATCH answers with the changed person", async () => {
  const { ask } = await open();
  const { body } = await ask("PATCH", "/api/projects/1/persons/1", { body: { properties: { seats: 4 } } });
  const { $creator_event_uuid: _, ...properties } = body["properties"] as Record<string, unknown>;
  assert.equal([body["id"], body["uuid"], properties], [1, UUID, { plan: "pro", seats: 4 }]);
});

routes("77: property actions take the query as well as the body, and the body wins", async () => {
  const { ask, person } = await open();
  const post = (path: string, body?: unknown) => ask("POST", `/api/projects/1/persons/1/${path}`, { body });
  assert.is((await post("update_property?key=a&value=from+query")).status, 200);
  assert.is(person("user-1")?.properties["a"], "from query");
  assert.is((await post("update_property?key=b&value=x", { key: "a", value: [1] })).status, 200);
  assert.equal([person("user-1")?.properties["a"], person("user-1")?.properties["b"]], [[1], undefined]);
  assert.is((await post("delete_property?$unset=plan")).status, 200);
  assert.is(person("user-1")?.properties["plan"], undefined);
  assert.is((await post("delete_property?$unset=a", { $unset: "x" })).status, 200);
  assert.equal(person("user-1")?.properties["a"], [1]);
});

const BAD: [says: string, method: string, path: string, body: unknown, attr: string | null, code: string][] = [
  ["67 no properties", "PATCH", "/1", { foo: 1 }, "properties", "required"],
  ["properties null", "PATCH", "/1", { properties: null }, "properties", "null"],
  ["properties a list", "PATCH", "/1", { properties: [] }, "properties", "invalid_input"],
  ["properties a text", "PATCH", "/1", { properties: "x" }, "properties", "invalid_input"],
  ["72 neither key nor value", "POST", "/1/update_property", {}, "value", "required"],
  ["no key", "POST", "/1/update_property", { value: 1 }, "key", "required"],
  ["a key that is no text", "POST", "/1/update_property", { key: 1, value: 1 }, "key", "invalid_input"],
  ["an empty key", "POST", "/1/update_property", { key: "", value: 1 }, "key", "invalid_input"],
  ["no $unset", "POST", "/1/delete_property", {}, "$unset", "required"],
  ["$unset a list", "POST", "/1/delete_property", { $unset: ["a"] }, "$unset", "invalid_input"],
  ["116 no distinct_id", "POST", "/reset_person_distinct_id", {}, "distinct_id", "required"],
  ["a bad boolean", "DELETE", "/1?delete_events=maybe", undefined, "delete_events", "invalid_input"],
  ["an empty boolean", "DELETE", "/1?keep_person=", undefined, "keep_person", "invalid_input"],
  ["broken JSON", "PATCH", "/1", "{bad", null, "parse_error"],
];
for (const [says, method, path, body, attr, code] of BAD) {
  routes(`${method} with ${says}: 400, and nothing is written`, async () => {
    const { ask, events, persons, activity } = await open();
    const before = [events().length, await persons.list()];
    const reply = await ask(method, `/api/projects/1/persons${path}`, { body });
    assert.equal([reply.status, reply.body["attr"], reply.body["code"]], [400, attr, code]);
    assert.equal([events().length, await persons.list()], before);
    assert.equal(activity(), []);
  });
}

for (const [query, requests, stays] of [
  ["", 0, false],
  ["?delete_events=false", 0, false],
  ["?delete_events=true", 1, false],
  ["?delete_events=1&keep_person=0", 1, false],
  ["?delete_events=True&keep_person=true", 1, true],
  ["?keep_person=true", 0, true],
] as const) {
  routes(
    `DELETE${query}: ${requests} requests to delete events, and the person ${stays ? "stays" : "goes"}`,
    async () => {
      const { ask, ctx, person } = await open();
      const reply = await ask("DELETE", `/api/projects/1/persons/1${query}`);
      assert.equal([reply.status, reply.body], [204, null]);
      assert.is(ctx.db.sql("SELECT count(*) FROM deletions WHERE kind = 'person'").pluck().get(), requests);
      // A person that goes without its events leaves a receipt.
      const profiles = ctx.db.sql("SELECT status FROM deletions WHERE kind = 'person_profile'").pluck().all();
      assert.equal(profiles, requests === 0 && !stays ? ["done"] : []);
      assert.is(person("user-1") !== null, stays);
    },
  );
}

routes("the author of a change is the key of the request", async () => {
  const { ask, key, activity } = await open();
  const value = key(["person:write"]);
  await ask("PATCH", "/api/projects/1/persons/1", { body: { properties: { a: 1 } }, key: value });
  await ask("POST", "/api/projects/1/persons/1/delete_property", { body: { $unset: "a" }, key: value });
  await ask("POST", "/api/projects/1/persons/1/split", { body: {}, key: value });
  await ask("DELETE", "/api/projects/1/persons/1?delete_events=true", { key: value });
  assert.equal(
    activity().map((entry) => [entry.activity, entry.key_label]),
    [
      ["updated", "key 1"],
      ["delete_property", "key 1"],
      ["split_person", "key 1"],
      ["deleted", "key 1"],
    ],
  );
});

routes.run();
