import { parse } from "csv-parse/sync";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { openRest } from "./ask.ts";
import type { Rest } from "./ask.ts";

const PATH = "/api/projects/1/insights/path/";
const PEOPLE = "/api/projects/1/persons/path/";

interface Edges {
  result: object[];
  [field: string]: unknown;
}

interface People {
  results: { people: { distinct_ids: string[] }[]; count: number }[];
  next: string | null;
  [field: string]: unknown;
}

/** Every person goes from / to /about; half of them continue to /pricing. */
async function openVisitors(count: number): Promise<Rest> {
  const rest = openRest();
  const events = Array.from({ length: count }, (_, index) => {
    const urls = index % 2 === 0 ? ["/", "/about/"] : ["/", "/about", "/pricing"];
    return urls.map(($current_url, minute) => ({
      event: "$pageview",
      distinct_id: `p${index}`,
      timestamp: `2024-06-10T10:0${minute}:00Z`,
      properties: { $current_url },
    }));
  });
  await rest.capture(events.flat());
  return rest;
}

const idsOf = ({ results: [first] }: People) =>
  (first?.people ?? []).flatMap(({ distinct_ids: ids }) => ids).toSorted();

const route = suite("P/insights/path/");

route("answers in its envelope, by POST and by GET, and by the older path", async () => {
  const { ask, close } = await openVisitors(2);
  const query = { include_event_types: ["$pageview"], start_point: "/about/" };
  const { status, body } = await ask<Edges>("POST", PATH, { body: query });
  assert.is(status, 200);
  assert.equal(Object.keys(body), ["result", "timezone", "is_cached", "last_refresh"]);
  assert.equal(body.result, [{ source: "1_/about", target: "2_/pricing", value: 1, average_conversion_time: 60_000 }]);
  const text = `include_event_types=${encodeURIComponent('["$pageview"]')}&start_point=/about`;
  for (const path of [PATH, "/api/insight/path/"]) {
    assert.equal((await ask<Edges>("GET", `${path}?${text}`)).body, { ...body, is_cached: true });
  }
  close();
});

route("refuses with the field", async () => {
  const { ask, close } = await openVisitors(1);
  const { status, body } = await ask("GET", `${PATH}?min_edge_weight=3&max_edge_weight=2`);
  assert.equal([status, body["type"], body["attr"]], [400, "validation_error", "max_edge_weight"]);
  close();
});

route.run();

const people = suite("P/persons/path");

people("gives the persons of an edge in pages, by GET and by POST, as many as the edge has", async () => {
  const { ask, close } = await openVisitors(5);
  const edge = { path_start_key: "2_/about", path_end_key: "3_/pricing" };
  const { body } = await ask<People>("POST", PEOPLE, { body: edge });
  assert.equal(idsOf(body), ["p1", "p3"]);
  assert.equal([body.next, body["missing_persons"]], [null, 0]);
  assert.equal((await ask<People>("GET", `${PEOPLE}?${new URLSearchParams(edge)}`)).body.results, body.results);
  const ids: string[] = [];
  let url: string | null = `${PEOPLE}?path_dropoff_key=2_/about&limit=2`;
  while (url !== null) {
    const page: People = (await ask<People>("GET", url)).body;
    ids.push(...idsOf(page));
    url = page.next;
  }
  assert.equal(ids.toSorted(), ["p0", "p2", "p4"]);
  assert.is((await ask<People>("GET", PEOPLE)).body.results[0]?.count, 5);
  close();
});

people("gives all of them as CSV", async () => {
  const { ask, close } = await openVisitors(5);
  const { body } = await ask<string>("GET", `${PEOPLE}?path_end_key=2_/about&format=csv`);
  const rows = parse(String(body), { columns: true }) as Record<string, string>[];
  assert.equal(rows.map((row) => row["distinct_ids.0"]).toSorted(), ["p0", "p1", "p2", "p3", "p4"]);
  close();
});

people("refuses a key that is no numbered item", async () => {
  const { ask, close } = await openVisitors(1);
  const { status, body } = await ask("GET", `${PEOPLE}?path_start_key=/about`);
  assert.equal([status, body["attr"]], [400, "path_start_key"]);
  close();
});

people.run();

const handle = suite("hoglet.insights.paths and hoglet.persons.path");

handle("answer as HTTP does, with the project's path cleaning", async () => {
  await using hoglet = await createHoglet({ now: "2024-06-10T12:00:00Z" });
  const cleaning = [{ regex: "\\d+", alias: ":id" }];
  await hoglet.projects.update(hoglet.project.id, { path_cleaning_filters: cleaning });
  for (const [minute, url] of ["/user/1", "/user/2", "/end"].entries()) {
    const timestamp = `2024-06-10T10:0${minute}:00Z`;
    await hoglet.capture({ event: "$pageview", distinct_id: "a", timestamp, properties: { $current_url: url } });
  }
  const query = { path_replacements: true };
  const { result } = await hoglet.insights.paths(query);
  assert.equal(result, [{ source: "1_/user/:id", target: "2_/end", value: 1, average_conversion_time: 60_000 }]);
  const behind = await hoglet.persons.path({ ...query, path_start_key: "1_/user/:id", path_end_key: "2_/end" });
  assert.is(behind.results[0].count, 1);
});

handle.run();
