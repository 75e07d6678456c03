import { suite } from "uvu";
import * as assert from "uvu/assert";
import * as v from "valibot";
import { createDispatch, routes } from "../../lib/http/index.ts";
import { defineRoute } from "../../lib/http/route.ts";
import { toFetch } from "../../lib/http/fetch.ts";
import { openPeople } from "../people/persons/people.ts";
import { openWorld } from "../support/world.ts";
import type { Asked } from "./ask.ts";

const P = "/api/projects/1";

interface ErrorBody {
  type: string;
  code: string;
  detail: string;
  attr: string | null;
}

interface Row extends Asked {
  says: string;
  asks: [method: string, path: string];
  /** Status, code and field; the type follows from the status. */
  gets: [status: number, code: string, attr: string | null];
  detail?: string | RegExp;
}

const TYPES: Record<number, string> = {
  400: "validation_error",
  401: "authentication_error",
  403: "authentication_error",
};

const LONG = "x".repeat(1001);

const ROWS: Row[] = [
  {
    says: "a missing field",
    asks: ["POST", `${P}/persons/1/update_property`],
    body: {},
    gets: [400, "required", "value"],
  },
  { says: "a missing field in the query", asks: ["GET", `${P}/groups`], gets: [400, "required", "group_type_index"] },
  {
    says: "null where it may not be",
    asks: ["POST", `${P}/cohorts`],
    body: { name: null },
    gets: [400, "null", "name"],
  },
  { says: "a blank text", asks: ["POST", `${P}/cohorts`], body: { name: " " }, gets: [400, "blank", "name"] },
  {
    says: "an over-long text",
    asks: ["POST", `${P}/cohorts`],
    body: { name: "x".repeat(401) },
    gets: [400, "max_length", "name"],
    detail: "Ensure this field has no more than 400 characters.",
  },
  { says: "an over-long filter", asks: ["GET", `${P}/persons?email=${LONG}`], gets: [400, "max_length", "email"] },
  { says: "an over-long search", asks: ["GET", `${P}/persons?search=${LONG}`], gets: [400, "max_length", "search"] },
  {
    says: "no integer",
    asks: ["GET", `${P}/persons?limit=ten`],
    gets: [400, "invalid_input", "limit"],
    detail: "A valid integer is required.",
  },
  { says: "half an integer", asks: ["GET", `${P}/events?offset=1.5`], gets: [400, "invalid_input", "offset"] },
  { says: "a negative integer", asks: ["GET", `${P}/persons?offset=-1`], gets: [400, "min_value", "offset"] },
  {
    says: "no boolean",
    asks: ["DELETE", `${P}/persons/1?delete_events=perhaps`],
    gets: [400, "invalid_input", "delete_events"],
    detail: "Must be a valid boolean.",
  },
  {
    says: "a number for a text",
    asks: ["PATCH", "/api/projects/1"],
    body: { name: 5 },
    gets: [400, "invalid_input", "name"],
  },
  {
    says: "a text for a list",
    asks: ["POST", "/api/personal_api_keys"],
    body: { label: "x", scopes: "all" },
    gets: [400, "invalid_input", "scopes"],
  },
  {
    says: "a list for an object, in a field of a list",
    asks: ["PATCH", "/api/projects/1"],
    body: { path_cleaning_filters: [{ regex: "a" }, []] },
    gets: [400, "required", "path_cleaning_filters__1__regex"],
  },
  {
    says: "a filter that is none",
    asks: ["GET", `${P}/persons?properties=${encodeURIComponent('[{"key":"a","operator":"near","value":1}]')}`],
    gets: [400, "invalid_input", "properties__0__operator"],
  },
  {
    says: "a page there is not",
    asks: ["GET", `${P}/persons/activity?page=9`],
    gets: [400, "invalid_page", "page"],
  },
  {
    says: "214: a body that is no JSON",
    asks: ["POST", `${P}/cohorts`],
    body: '{"name": ',
    gets: [400, "parse_error", null],
    detail: /^JSON parse error - /,
  },
  {
    says: "a body that is JSON but no object",
    asks: ["POST", `${P}/cohorts`],
    body: "[1, 2]",
    gets: [400, "invalid_input", null],
    detail: "Invalid data. Expected a dictionary.",
  },
  {
    says: "214: a content type that is not read",
    asks: ["POST", `${P}/cohorts`],
    body: "name=x",
    contentType: "text/plain",
    gets: [415, "unsupported_media_type", null],
    detail: 'Unsupported media type "text/plain" in request.',
  },
  {
    says: "multipart where there are no files",
    asks: ["PATCH", `${P}/persons/1`],
    body: "--x--",
    contentType: "multipart/form-data; boundary=x",
    gets: [415, "unsupported_media_type", null],
  },
  {
    says: "multipart that is none",
    asks: ["POST", `${P}/cohorts`],
    body: "nonsense",
    contentType: "multipart/form-data; boundary=x",
    gets: [400, "parse_error", null],
  },
  {
    says: "a body over 20 MiB",
    asks: ["PATCH", `${P}/persons/1`],
    body: JSON.stringify({ properties: { a: "x".repeat(20 * 1024 * 1024) } }),
    gets: [413, "request_too_large", null],
    detail: "The body is larger than 20971520 bytes.",
  },
  { says: "no key", asks: ["GET", `${P}/persons`], key: null, gets: [401, "not_authenticated", null] },
  { says: "a wrong key", asks: ["GET", `${P}/persons`], key: "phx_no", gets: [401, "authentication_failed", null] },
  {
    says: "a wrong key, before the body is looked at",
    asks: ["POST", `${P}/cohorts`],
    body: "{",
    key: "phx_no",
    gets: [401, "authentication_failed", null],
  },
  { says: "an unknown path", asks: ["GET", "/api/nothing"], key: null, gets: [404, "not_found", null] },
  { says: "an unknown project", asks: ["GET", "/api/projects/99/persons"], gets: [404, "not_found", null] },
  { says: "an unknown person", asks: ["GET", `${P}/persons/99`], gets: [404, "not_found", null] },
  { says: "an unknown event", asks: ["GET", `${P}/events/not.a.uuid.csv`], gets: [404, "not_found", null] },
  {
    says: "31: an unknown format, before the key",
    asks: ["GET", `${P}/persons?format=xml`],
    key: null,
    gets: [400, "invalid_input", "format"],
    detail: "Expected json or csv.",
  },
  {
    says: "CSV of what has none",
    asks: ["GET", `${P}/cohorts?format=csv`],
    gets: [400, "invalid_input", "format"],
    detail: "Expected json.",
  },
  {
    says: "an Accept that nothing suits, before the key",
    asks: ["GET", `${P}/persons`],
    headers: { accept: "application/xml, image/*" },
    key: null,
    gets: [406, "not_acceptable", null],
    detail: "Could not satisfy the request Accept header.",
  },
  {
    says: "an Accept for CSV of what has none",
    asks: ["GET", `${P}/cohorts`],
    headers: { accept: "text/csv" },
    gets: [406, "not_acceptable", null],
  },
  {
    says: "a method that the path does not know",
    asks: ["PUT", `${P}/persons`],
    gets: [405, "method_not_allowed", null],
  },
  { says: "the creation of persons", asks: ["POST", `${P}/persons`], gets: [405, "method_not_allowed", null] },
];

const errors = suite("errors");

for (const { says, asks, gets, detail, ...asked } of ROWS) {
  errors(`${gets[0]} for ${says}`, async () => {
    const { ask, add } = openPeople();
    await add({ a: {} });
    const { status, body, headers } = await ask<ErrorBody>(...asks, asked);
    assert.equal([status, body.code, body.attr], gets, JSON.stringify(body));
    assert.equal(Object.keys(body), ["type", "code", "detail", "attr"]);
    const isUnreadable = body.code === "parse_error";
    assert.is(body.type, isUnreadable ? "invalid_request" : (TYPES[status] ?? "invalid_request"));
    assert.is(headers.get("content-type"), "application/json");
    if (typeof detail === "string") assert.is(body.detail, detail);
    else if (detail) assert.match(body.detail, detail);
  });
}

errors("215: what fails inside is 500, and its message stays inside", async () => {
  const { ctx } = openWorld();
  const failing = defineRoute({
    methods: ["GET"],
    path: "/api/projects/:project_id/failing",
    summary: "Fails.",
    scopes: ["person:read"],
    input: null,
    status: 200,
    run: () => {
      throw new Error("the secret of the house");
    },
  });
  const fetch = toFetch(createDispatch(ctx, [failing]));
  const headers = { authorization: "Bearer phx_test_key" };
  const response = await fetch("/api/projects/1/failing", { method: "GET", headers });
  assert.is(response.status, 500);
  assert.equal(await response.json(), {
    type: "server_error",
    code: "error",
    detail: "A server error occurred.",
    attr: null,
  });
});

errors("nothing was changed by any of them", async () => {
  const { ask, add, ctx } = openPeople();
  await add({ a: { n: 1 } });
  const count = () =>
    ["persons", "cohorts", "activity_log", "events", "personal_api_keys"].map((table) =>
      ctx.db.sql(`SELECT count(*) FROM ${table}`).pluck().get(),
    );
  const before = count();
  for (const { asks, says: _, gets: __, detail: ___, ...asked } of ROWS) await ask(...asks, asked);
  assert.equal(count(), before);
});

errors.run();

const negotiation = suite("content negotiation");

const csv = "text/csv; charset=utf-8";
const json = "application/json";

for (const [accept, type] of [
  ["*/*", json],
  ["", json],
  ["*", json],
  ["application/json", json],
  ["application/*", json],
  ["text/*", csv],
  ["text/csv, application/json", json],
  ["text/csv, application/json;q=0.9", csv],
  ["text/csv;q=0.5, */*;q=0.1", csv],
  ["text/html, application/xhtml+xml, */*;q=0.8", json],
  ["application/json;q=0, */*", csv],
  ["TEXT/CSV", csv],
] as const) {
  negotiation(`Accept: ${accept || "(empty)"} gets ${type}`, async () => {
    const { ask, add } = openPeople();
    await add({ a: {} });
    const { status, headers } = await ask("GET", `${P}/persons`, { headers: { accept } });
    assert.equal([status, headers.get("content-type")], [200, type]);
  });
}

negotiation("a format asked for by name wins over Accept; the suffix over the parameter", async () => {
  const { ask, add } = openPeople();
  await add({ a: {} });
  const typeOf = async (path: string, accept: string) =>
    (await ask("GET", path, { headers: { accept } })).headers.get("content-type");
  assert.is(await typeOf(`${P}/persons?format=csv`, json), csv);
  assert.is(await typeOf(`${P}/persons.csv`, json), csv);
  assert.is(await typeOf(`${P}/persons.json`, "text/csv"), json);
  assert.is(await typeOf(`${P}/persons.csv?format=json`, "*/*"), csv);
  assert.is(await typeOf(`${P}/persons?format=`, "*/*"), json);
  assert.is(await typeOf(`${P}/cohorts?format=json`, "text/csv"), json);
});

negotiation("event streams are what EventSource asks for", async () => {
  const { ctx } = openPeople();
  const headers = { authorization: "Bearer phx_test_key", accept: "text/event-stream" };
  const request = { method: "GET", url: `${P}/events/live`, headers, body: new Uint8Array(0), ip: null };
  const reply = await createDispatch(ctx, routes)(request);
  assert.equal([reply.status, reply.headers["content-type"]], [200, "text/event-stream"]);
  await (reply.body as AsyncIterableIterator<string>).return?.();
});

negotiation("persons take URL-encoded forms, cohorts multipart with files too", async () => {
  const { ask, add } = openPeople();
  await add({ a: {} });
  const contentType = "application/x-www-form-urlencoded";
  const set = await ask("POST", `${P}/persons/1/update_property`, { body: "key=plan&value=pro", contentType });
  assert.is(set.status, 200);
  assert.is(((await ask("GET", `${P}/persons/1`)).body["properties"] as Record<string, unknown>)["plan"], "pro");
  const form = new FormData();
  form.set("name", "uploaded");
  form.set("is_static", "true");
  form.set("csv", new File(["distinct_id\na\n"], "people.csv"));
  const cohort = await ask("POST", `${P}/cohorts`, { body: form });
  assert.equal([cohort.status, cohort.body["count"]], [201, 1]);
});

negotiation("a body is read for a key that is nowhere else", async () => {
  const { ask } = openPeople();
  const body = { personal_api_key: "phx_test_key", name: "by body", is_static: true };
  assert.is((await ask("POST", `${P}/cohorts`, { body, key: null })).status, 201);
});

negotiation("what is read before the input is no field of it, not even of a strict one", async () => {
  const { ctx } = openPeople();
  const row = defineRoute({
    methods: ["POST"],
    path: "/strict",
    summary: "Gives back what it got.",
    scopes: [],
    input: v.strictObject({ a: v.string() }),
    status: 200,
    csv: true,
    run: (_ctx, { input }) => input,
  });
  const fetch = toFetch(createDispatch(ctx, [row]));
  const post = (path: string) =>
    fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ personal_api_key: "phx_test_key", a: "x" }),
    });
  assert.equal(await (await post("/strict?format=json&escape_formulas=1")).json(), { a: "x" });
  assert.is(await (await post("/strict.csv")).text(), "a\r\nx\r\n");
  assert.is((await post("/strict?b=1")).status, 400);
});

negotiation.run();
