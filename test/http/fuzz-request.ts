import type { Random } from "../../fixtures/random.ts";
import { definitionUuid } from "../../lib/base/ids.ts";
import { propertyNoun } from "../../lib/questions/definitions/property-definitions.ts";
import type { KeyRoute } from "../../lib/http/route.ts";
import { junk, SAMPLES } from "./fuzz-values.ts";

// Requests for the fuzz of routes: half of them should succeed, the rest have one or more faults.

/** A request as dispatch takes it, without the address. */
export interface Asked {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
  /** May the key see all projects? Else it sees only project 1. */
  isWide: boolean;
}

/** Uuids of an event in project 1 and of one in project 2. */
export const EVENT_UUIDS = ["018f2a77-c0d1-7b5e-8c9a-1f221b525634", "018f2a77-c0d1-7b5e-8c9a-1f221b525635"] as const;

/** Deleting the project would end the walk: only ones that are not there are deleted. */
export const FATAL: ReadonlySet<string> = new Set([
  "DELETE /api/projects/:project_id",
  "DELETE /api/organizations/:organization_id/projects/:project_id",
]);

/** Routes that answer only keys for all projects, although their paths name a project. */
const FOR_ALL_PROJECTS = new Set(["/api/projects/:project_id/deletions/run", "/api/projects/:project_id/check"]);

/** @param toKey makes a key for some projects (none = all); called for each request, since requests may delete keys */
export function toRequest(random: Random, route: KeyRoute, toKey: (projects: number[]) => string): Asked {
  const isNice = random.chance(0.5);
  const method = random.pick(route.methods);
  const isWide = !route.path.includes(":project_id") || FOR_ALL_PROJECTS.has(route.path);
  const fields = isNice ? toNiceFields(random, route) : toOddFields(random, route);
  // The body of an upload is a file, and its fields are in the query.
  const usesBody = ["POST", "PUT", "PATCH"].includes(method) && route.streams !== true;
  const isBody = isNice ? usesBody : usesBody !== random.chance(0.1);
  const contentType = isNice || random.chance(0.8) ? "application/json" : random.pick(CONTENT_TYPES);
  const query = new URLSearchParams(isBody ? {} : toTexts(fields));
  if (random.chance(0.1)) query.set("format", random.pick(isNice ? ["csv", "json", ""] : ["xml", "CSV", "csv"]));
  if (!isNice) addOddities(random, query);
  const suffix = random.chance(0.1) ? random.pick(isNice ? ["/", ""] : [".csv", ".json", ".xml", "%00", "%2e"]) : "";
  const id = (name: string) => {
    // Most requests must pass the check of the project to reach the code behind it.
    if (name === "project_id" && random.chance(0.9)) return "1";
    const good = GOOD_IDS_OF_PATHS.find(([part]) => name === "id" && route.path.includes(part))?.[1] ?? GOOD_IDS[name];
    return random.pick(isNice ? (good ?? GOOD_IDS.id) : ODD_IDS);
  };
  return {
    method,
    url: `${toPath(route.path, `${method} ${route.path}`, id)}${suffix}${query.size === 0 ? "" : "?"}${query}`,
    headers: {
      authorization: `Bearer ${toKey(isWide ? [] : [1])}`,
      ...(isBody && contentType !== "" && { "content-type": contentType }),
      ...(!isNice && random.chance(0.1) && { accept: random.pick(ACCEPTS) }),
      ...(random.chance(0.02) && { "last-event-id": random.pick(["1", "x", "99999999999999999999"]) }),
    },
    body: isBody ? toBody(random, fields, contentType, isNice) : new Uint8Array(0),
    isWide,
  };
}

const CONTENT_TYPES = [
  "application/x-www-form-urlencoded",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  ";",
  "",
];

const ACCEPTS = ["text/csv", "*/*", "image/png", ";;,q=", "application/json;q=x"];

function addOddities(random: Random, query: URLSearchParams): void {
  if (random.chance(0.05)) query.set("escape_formulas", random.pick(["false", "x", "1"]));
  if (random.chance(0.05)) query.set(random.pick(["token", "api_key"]), random.pick(["phc_two", "phc_demo", "x", ""]));
}

/** Ids that exist, by parameter. */
const GOOD_IDS = {
  project_id: ["1", "1", "@current"],
  id: ["1", "2", "@current"],
  key: ["remote"],
  organization_id: ["@current"],
  uuid: [EVENT_UUIDS[0]],
  user_id: ["@me"],
} as Record<string, string[]> & { id: string[] };

/** Ids that exist on paths whose ids are no numbers. */
const GOOD_IDS_OF_PATHS: readonly (readonly [part: string, ids: readonly string[]])[] = [
  ["/imports/", ["@latest"]],
  ["/event_definitions/", [definitionUuid(1, "event", "bought own")]],
  [
    "/property_definitions/",
    (["event", "person"] as const).map((type) => definitionUuid(1, propertyNoun({ type }), "plan")),
  ],
];

const ODD_IDS = `
  1 2 3 4 5 6 0 -1 77 1.5 1e0 99999999999999999999 x null @current a.b.csv __proto__ constructor ${EVENT_UUIDS[1]}
  6931a681-6e90-500d-8294-14582dcc2e3f %E0%A4%A %00 ..%2f.. %F0%9F%98%80
`
  .trim()
  .split(/\s+/);

function toPath(path: string, name: string, id: (parameter: string) => string): string {
  const isFatal = FATAL.has(name);
  return path.replaceAll(/:(\w+)/g, (_, parameter: string) =>
    isFatal && parameter === "project_id" ? "99" : id(parameter),
  );
}

/** Names that no schema tells, since the use cases take their input apart themselves. */
const FREE_FIELDS = `
  events actions properties date_from date_to interval display insight shown_as formula compare breakdown breakdowns
  breakdown_type breakdown_limit filter_test_accounts refresh target_entity returning_entity period total_intervals
  retention_type retention_reference smoothing_intervals entity_id entity_type entity_math funnel_step funnel_window_days
  limit offset funnel_window_interval funnel_window_interval_unit funnel_order_type funnel_viz_type exclusions
  funnel_custom_steps funnel_correlation_type start_point end_point step_limit path_groupings include_event_types
  target_date lifecycle_type stickiness_days selected_interval search format
`
  .trim()
  .split(/\s+/);

const ODD_NAMES = [...FREE_FIELDS, "__proto__", "", "a[b]", "personal_api_key", "x".repeat(3000)];

function entriesOf({ input }: KeyRoute): Record<string, { type: string }> {
  return input !== null && "entries" in input ? (input.entries as Record<string, { type: string }>) : {};
}

/** The row's example with all that is required, and at most one or two other fields. */
function toNiceFields(random: Random, route: KeyRoute): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...(route.example as object | undefined) };
  for (const [name, { type }] of Object.entries(entriesOf(route))) {
    const samples = SAMPLES[name];
    if (!/optional$|^nullish$/.test(type)) fields[name] ??= samples?.[0] ?? "x";
    else if (samples !== undefined && random.chance(0.1)) fields[name] = random.pick(samples);
  }
  return fields;
}

/** Some of the fields that the route knows, sometimes others; values that nearly fit, or do not at all. */
function toOddFields(random: Random, route: KeyRoute): Record<string, unknown> {
  const entries = Object.keys(entriesOf(route));
  const known = entries.length === 0 ? FREE_FIELDS : entries;
  const fields: Record<string, unknown> = random.chance(0.3) ? { ...(route.example as object | undefined) } : {};
  for (const name of known) {
    if (!random.chance(Math.min(0.5, 4 / known.length))) continue;
    const samples = SAMPLES[name];
    fields[name] = samples !== undefined && random.chance(0.6) ? random.pick(samples) : junk(random);
  }
  if (random.chance(0.2)) fields[random.pick(ODD_NAMES)] = junk(random);
  return fields;
}

function toTexts(fields: Record<string, unknown>): [string, string][] {
  return Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ]);
}

function toBody(random: Random, fields: Record<string, unknown>, contentType: string, isNice: boolean): Uint8Array {
  if (contentType.includes("urlencoded")) return Buffer.from(new URLSearchParams(toTexts(fields)).toString());
  if (isNice || random.chance(0.9)) return Buffer.from(JSON.stringify(fields));
  const text = JSON.stringify(random.chance(0.5) ? junk(random) : fields);
  const cut = Buffer.from(text.slice(0, random.integer(0, text.length)));
  return random.chance(0.8) ? cut : random.bytes(random.integer(1, 50));
}
