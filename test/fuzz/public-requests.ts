import { readdirSync, readFileSync } from "node:fs";
import type { Random } from "../../fixtures/random.ts";
import { routes } from "../../lib/http/index.ts";
import type { PublicRoute } from "../../lib/http/route.ts";
import { TOKEN } from "./wire-request.ts";
import type { WireRequest } from "./wire-request.ts";

// Valid requests of the routes without a key, as SDKs send them.

const WIRE = "fixtures/wire";

/** Headers that the sending client sets for its own connection. */
const OF_THE_CONNECTION = /^(host|connection|content-length|transfer-encoding)$/;

interface Recorded {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  body_base64?: string;
}

/** Requests that real SDKs sent. */
const RECORDED: readonly WireRequest[] = readdirSync(WIRE)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(`${WIRE}/${name}`, "utf8")) as Recorded)
  .map(({ method, path, headers, body, body_base64 }) => ({
    method,
    target: path,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.test(name))),
    body: body_base64 === undefined ? Buffer.from(body ?? "") : Buffer.from(body_base64, "base64"),
    route: `${method} ${path.replace(/\/?(\?.*)?$/, "")}`,
  }));

/** Events that have rules of their own for identity. */
const EVENTS: readonly object[] = [
  { event: "bought", distinct_id: "a", properties: { plan: "pro", n: 1, list: [1, { deep: null }] } },
  { event: "$identify", distinct_id: "a", properties: { $anon_distinct_id: "anon", $set: { plan: "x" } } },
  { event: "$create_alias", distinct_id: "a", properties: { alias: "b" } },
  { event: "$merge_dangerously", distinct_id: "b", properties: { alias: "c" } },
  {
    event: "$set",
    distinct_id: "c",
    properties: { $set: { n: 1e308 }, $set_once: { at: "2024-01-01" }, $unset: ["n"] },
  },
  { event: "$groupidentify", distinct_id: "a", properties: { $group_type: "org", $group_key: "k", $group_set: {} } },
  { event: "$autocapture", distinct_id: "a", properties: { $elements: [{ tag_name: "a", $el_text: "Buy" }] } },
  { event: "$pageview", distinct_id: "p", properties: { $process_person_profile: false, $current_url: "http://x/y" } },
  { event: "late", distinct_id: "a", timestamp: "2020-01-01T00:00:00Z", properties: {} },
  { event: "$feature_flag_called", distinct_id: "a", properties: { $feature_flag: "remote" } },
];

const publicRoutes = routes.filter((route): route is PublicRoute => route.access === "public");

/** A request to a route without a key, meant to succeed. */
export function toPublicRequest(random: Random): WireRequest {
  if (random.chance(0.2)) return structuredClone(random.pick(RECORDED));
  const route = random.pick(publicRoutes);
  const method = random.pick(route.methods);
  const path = route.path
    .replace(":token", TOKEN)
    .replace(":version", "1.2.3")
    .replace(":file", random.pick(["array.js", "recorder.js", "..", "x.map"]));
  const request: WireRequest = {
    method,
    target: path,
    headers: {},
    body: new Uint8Array(0),
    route: `${method} ${route.path}`,
  };
  if (method === "GET") return { ...request, target: `${path}${toQuery(random)}` };
  if (method !== "POST") return request;
  if (route.path.startsWith("/i/v1/")) request.headers["authorization"] = `Bearer ${TOKEN}`;
  request.headers["content-type"] = random.pick(["application/json", "text/plain"]);
  return {
    ...request,
    target: `${path}${random.chance(0.3) ? "/" : ""}`,
    body: Buffer.from(toBody(random, route.path)),
  };
}

function toQuery(random: Random): string {
  const query = new URLSearchParams();
  if (random.chance(0.7)) query.set("token", TOKEN);
  if (random.chance(0.5)) query.set("v", random.pick(["1", "2", "3", "4"]));
  if (random.chance(0.5)) query.set("data", Buffer.from(JSON.stringify(random.pick(EVENTS))).toString("base64"));
  if (random.chance(0.2)) query.set("compression", random.pick(["gzip", "gzip-js", "base64", "lz64"]));
  return query.size === 0 ? "" : `?${query}`;
}

function toBody(random: Random, path: string): string {
  const count = random.chance(0.9) ? random.integer(1, 4) : 200;
  const batch = Array.from({ length: count }, () => random.pick(EVENTS));
  if (path === "/flags" || path === "/decide") {
    return JSON.stringify({ token: TOKEN, distinct_id: "a", groups: { org: "k" }, person_properties: { plan: "x" } });
  }
  if (random.chance(0.3)) return JSON.stringify({ ...batch[0], api_key: TOKEN });
  if (random.chance(0.3)) return JSON.stringify(batch.map((event) => ({ ...event, token: TOKEN })));
  const options = random.chance(0.2) ? { historical_migration: true } : {};
  return JSON.stringify({ api_key: TOKEN, batch, sent_at: "2024-06-10T12:00:00Z", ...options });
}
