import { execFileSync } from "node:child_process";
import { Validator } from "@seriousme/openapi-schema-validator";
import { suite } from "uvu";
import { insightKinds } from "../../lib/questions/index.ts";
import * as assert from "uvu/assert";
import * as v from "valibot";
import { routes } from "../../lib/http/index.ts";
import { toTemplate } from "../../lib/http/openapi.ts";
import type { KeyRoute } from "../../lib/http/route.ts";
import { parse } from "../../lib/base/parse.ts";
import { openPeople } from "../people/persons/people.ts";
import { P, REQUESTS } from "./openapi-requests.ts";
import { builtCommand } from "../support/command.ts";
import { conformance, document, validate } from "../support/conformance.ts";
import { whenAll } from "../support/rounds.ts";

const keyed = routes.filter((route): route is KeyRoute => route.access === "key");

const operationOf = (path: string, method: string) => document.paths[toTemplate(path)]?.[method.toLowerCase()];

interface Described {
  parameters?: { name: string; in: string; required: boolean; schema?: unknown; content?: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown; example?: unknown }> };
  security: Record<string, string[]>[];
  responses: Record<string, { content?: Record<string, { example?: unknown }>; description?: string; $ref?: string }>;
}

const described = (path: string, method: string) => operationOf(path, method) as unknown as Described;

const openApi = suite("toOpenApi");

openApi("is a valid OpenAPI 3.1 document by another library's word", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document) as Record<string, unknown>);
  assert.ok(valid, JSON.stringify(errors)?.slice(0, 2000));
  assert.is(validator.version, "3.1");
});

openApi("has only references that lead somewhere", () => {
  const wanted = new Set(
    [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map((m) => `${m[1]}/${m[2]}`),
  );
  const there = new Set(
    ["schemas", "responses"].flatMap((part) =>
      Object.keys(document.components[part] as object).map((name) => `${part}/${name}`),
    ),
  );
  assert.equal(
    [...wanted].filter((name) => !there.has(name)),
    [],
  );
  assert.ok(wanted.has("schemas/Person"));
});

openApi("has the queries of today before the older insights", () => {
  const paths = Object.keys(document.paths);
  const older = paths.findIndex((path) => path.includes("/insights/"));
  const today = paths.indexOf("/api/projects/{project_id}/query");
  assert.ok(today >= 0 && today < older, `${today} ${older}`);
});

openApi("has every method of every route, and nothing else", () => {
  const wanted = routes.flatMap((route) => route.methods.map((method) => `${method} ${toTemplate(route.path)}`));
  const found = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.equal(found.toSorted(), [...new Set(wanted)].toSorted());
});

openApi("names every operation once", () => {
  const ids = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  assert.is(new Set(ids).size, ids.length);
});

openApi("says who may: the scopes of the row, or nobody needs a key", () => {
  for (const route of routes) {
    for (const method of route.methods) {
      const expected = route.access === "key" ? [{ personalApiKey: [...route.scopes] }] : [];
      assert.equal(described(route.path, method).security, expected, `${method} ${route.path}`);
    }
  }
});

openApi("describes the input: of GET and DELETE as parameters, of the others as a body", () => {
  const list = described("/api/projects/:project_id/persons", "GET");
  const names = list.parameters?.map((parameter) => `${parameter.in}:${parameter.name}`);
  assert.equal(names, [
    "path:project_id",
    ...["limit", "offset", "distinct_id", "email", "search", "properties", "cursor"].map((name) => `query:${name}`),
    "query:format",
    "query:escape_formulas",
  ]);
  const gone = described("/api/projects/:project_id/persons/:id", "DELETE").parameters;
  assert.ok(gone?.some(({ name }) => name === "delete_events"));
  const update = described("/api/projects/:project_id/persons/:id/update_property", "POST");
  // The contract has key and value in the query; the body may have them as well, so neither place requires them.
  assert.equal(
    update.parameters?.filter((parameter) => parameter.in === "query").map(({ name, required }) => [name, required]),
    [
      ["value", false],
      ["key", false],
      ["format", false],
      ["escape_formulas", false],
    ],
  );
  const set = update.requestBody;
  assert.equal(Object.keys(set?.content ?? {}), ["application/json", "application/x-www-form-urlencoded"]);
  const { schema } = set?.content["application/json"] ?? {};
  assert.equal(Object.keys((schema as { properties: object }).properties).toSorted(), ["key", "properties", "value"]);
  assert.is((schema as { required?: unknown }).required, undefined);
  const cohort = described("/api/projects/:project_id/cohorts", "POST").requestBody?.content ?? {};
  assert.ok("multipart/form-data" in cohort);
});

openApi("describes every row's status and errors, and CSV where there is some", () => {
  for (const route of keyed) {
    for (const method of route.methods) {
      const { responses } = described(route.path, method);
      const wanted = [route.status, 400, 401, 403, 404, 406, 429, 500, 503, ...Object.keys(route.also ?? {})].map(
        String,
      );
      const missing = wanted.filter((status) => responses[status] === undefined);
      assert.equal(missing, [], `${method} ${route.path}`);
      const hasCsv = responses[String(route.status)]?.content?.["text/csv"] !== undefined;
      if (route.csv && route.response) assert.ok(hasCsv, `${method} ${route.path}`);
    }
  }
});

openApi("has examples: each body parses, each answer is of its shape, and most rows have them", () => {
  for (const route of keyed) {
    if (route.example !== undefined) {
      assert.ok(route.input, route.path);
      if (route.input) parse(route.input, route.example);
    }
  }
  const withExample = keyed.filter(({ response }) => response && v.getExamples(response).length > 0);
  assert.ok(withExample.length > 0.8 * keyed.filter(({ response }) => response).length);
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      for (const [status, { content }] of Object.entries((operation as unknown as Described).responses)) {
        const example = content?.["application/json"]?.example;
        if (example === undefined) continue;
        const reference = `openapi#/paths/${path.replaceAll("/", "~1")}/${method}/responses/${status}/content/application~1json/schema`;
        assert.equal(validate(reference, example), [], `${method} ${path}`);
      }
    }
  }
  for (const [name, { examples = [] }] of Object.entries(document.components.schemas)) {
    for (const example of examples as unknown[])
      assert.equal(validate(`openapi#/components/schemas/${name}`, example), [], name);
  }
});

openApi("every row with a key that has a body says its shape", () => {
  // Their answers are empty.
  const silent = keyed.filter(
    ({ response, status, produces }) => !response && !produces && status !== 204 && status < 400,
  );
  assert.equal(silent.map(({ path }) => path.replace("/api/projects/:project_id/", "")).toSorted(), SILENT.toSorted());
});

/** Requests with a success between two hoglets alone: `test/replication/promote.test.ts`, `ship.test.ts`. */
const OF_TWO_MACHINES = new Set(["promote", "step_down", "feed"].map((name) => `POST /api/replication/${name}`));

const SILENT = ["plugin_configs/:id/job", "persons/:id/delete_events", "persons/reset_person_distinct_id"];

openApi("names every field of every question, with its type", () => {
  const { schemas } = document.components;
  for (const { insight, path, fields } of insightKinds) {
    const { properties = {} } = schemas[`insights_${path.replace("/", "_")}_input`] as { properties?: object };
    const read = Object.entries<v.GenericSchema>(fields.entries).filter(
      ([, schema]) => (schema as { wrapped?: v.GenericSchema }).wrapped?.type !== "unknown",
    );
    const missing = read.filter(([name]) => Object.keys(Object(properties)[name] ?? {}).length === 0);
    assert.equal(
      missing.map(([name]) => name),
      [],
      insight,
    );
    assert.ok(read.length > 8, insight);
  }
});

openApi.run();

const served = suite("GET /api/schema/");

whenAll(served)("gives the document to anybody", async () => {
  const { ask } = openPeople();
  const { status, body, headers } = await ask("GET", "/api/schema/", { key: null });
  assert.equal([status, headers.get("content-type")], [200, "application/json"]);
  assert.equal(body as unknown, JSON.parse(JSON.stringify(document)));
});

whenAll(served)("and so does hoglet openapi", () => {
  const text = execFileSync(process.execPath, [builtCommand(), "openapi"], { encoding: "utf8", maxBuffer: 16e6 });
  assert.equal(JSON.parse(text), JSON.parse(JSON.stringify(document)));
});

served.run();

const real = suite("real answers");

real("are what the document says, for every row that says what it answers", async () => {
  const world = openPeople({ flags: { remote: { value: true, payload: { a: 1 } } } as never });
  await world.add({ a: { plan: "pro", n: 1 }, b: { plan: "free" }, c: { n: 2 } });
  await world.capture({
    event: "$groupidentify",
    distinct_id: "a",
    properties: { $group_type: "org", $group_key: "acme", $group_set: { name: "A" } },
  });
  await world.capture({
    event: "bought",
    distinct_id: "a",
    uuid: "018f2a77-c0d1-7b5e-8c9a-1f221b525634",
    timestamp: "2024-06-09T10:00:00Z",
  });
  await world.capture({
    event: "$autocapture",
    distinct_id: "a",
    timestamp: "nonsense",
    properties: { $elements: [{ tag_name: "button", $el_text: "Buy" }] },
  });

  const faults: string[] = [];
  const answered = new Set<string>();
  for (const [method, path, body] of REQUESTS) {
    const reply = await world.ask<unknown>(method, path, body === undefined ? {} : { body });
    const result = conformance(method, path, reply);
    if (result.operation === null) faults.push(`${method} ${path} is no operation`);
    faults.push(...result.faults);
    if (reply.status < 300) answered.add(result.operation ?? "");
    if (reply.status >= 500) faults.push(`${method} ${path}: ${reply.status}`);
  }
  assert.equal(faults, []);
  const silent = keyed
    .filter(({ response }) => response !== undefined)
    .flatMap((route) => route.methods.map((method) => `${method} ${toTemplate(route.path)}`))
    .filter((operation) => !answered.has(operation) && !OF_TWO_MACHINES.has(operation));
  assert.equal(silent, [], "rows that say what they answer and that no request above got a success from");
});

real("conformance: sees what is missing, of another type, or not described at all", () => {
  const headers = new Headers({ "content-type": "application/json" });
  const faults = (status: number, body: unknown) =>
    conformance("GET", `${P}/persons/1`, { status, body, headers }).faults;
  const [person] = v.getExamples(
    keyed.find(({ path }) => path.endsWith("/persons/:id"))?.response ?? v.unknown(),
  ) as object[];
  assert.equal(faults(200, person), []);
  assert.is(faults(200, { ...person, uuid: undefined }).length, 1);
  assert.match(faults(200, { ...person, id: "1" })[0] ?? "", "/id must be integer");
  assert.match(faults(200, { ...person, created_at: "yesterday" })[0] ?? "", "/created_at must match format");
  assert.match(faults(418, {})[0] ?? "", "418 is not described");
  assert.match(faults(404, { detail: "x" })[0] ?? "", "required");
  assert.match(faults(200, null)[0] ?? "", "has no body");
});

real.run();
