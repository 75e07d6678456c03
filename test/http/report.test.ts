import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toCspEvents } from "../../lib/http/routes/csp-events.ts";
import { reportRoutes } from "../../lib/http/routes/report.ts";
import { NOW, openRoutes, TOKEN } from "./flag-context.ts";

const LEGACY = "application/csp-report";
const REPORTING = "application/reports+json";
const arrival = { nowMs: Date.parse(NOW), anonymousId: "anon", ip: "10.0.0.1" };

const legacy = {
  "csp-report": {
    "document-uri": "https://shop.test/cart",
    "violated-directive": "script-src",
    "effective-directive": "script-src-elem",
    "blocked-uri": "https://evil.test/x.js",
    "line-number": 7,
    "status-code": 200,
    "made-up": "x",
  },
};
const violation = {
  type: "csp-violation",
  age: 1500,
  url: "https://shop.test/",
  user_agent: "Browser/1",
  body: { documentURL: "https://shop.test/cart", effectiveDirective: "img-src", blockedURL: "inline", sample: "" },
};
const crash = { type: "crash", age: 0, url: "https://shop.test/pay", body: { reason: "oom" } };

function read(type: string | null, body: unknown, query = "") {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return toCspEvents(type, Buffer.from(text), new URLSearchParams(query), arrival);
}

const events = suite("toCspEvents");

events("reads the older format", () => {
  assert.equal(read(`${LEGACY}; charset=utf-8`, legacy, "distinct_id=u1&session_id=s1&v=2"), [
    {
      event: "$csp_violation",
      distinct_id: "u1",
      timestamp: "2024-06-01T00:00:00Z",
      ip: "10.0.0.1",
      properties: {
        $csp_report_type: "csp-violation",
        $csp_document_url: "https://shop.test/cart",
        $csp_violated_directive: "script-src",
        $csp_effective_directive: "script-src-elem",
        $csp_blocked_url: "https://evil.test/x.js",
        $csp_line_number: 7,
        $csp_status_code: 200,
        $current_url: "https://shop.test/cart",
        $session_id: "s1",
        $csp_version: "2",
        $process_person_profile: false,
      },
    },
  ]);
});

events("reads a list of the Reporting API: violations and crashes, when they happened, and nothing else", () => {
  const deprecation = { type: "deprecation", age: 1, url: "https://shop.test/", body: { id: "x" } };
  assert.equal(read(REPORTING, [violation, deprecation, crash]), [
    {
      event: "$csp_violation",
      distinct_id: "anon",
      timestamp: "2024-05-31T23:59:58.500000Z",
      ip: "10.0.0.1",
      properties: {
        $csp_report_type: "csp-violation",
        $csp_document_url: "https://shop.test/cart",
        $csp_effective_directive: "img-src",
        $csp_blocked_url: "inline",
        $csp_script_sample: "",
        $csp_user_agent: "Browser/1",
        $current_url: "https://shop.test/cart",
        $process_person_profile: false,
      },
    },
    {
      event: "$browser_crash_report",
      distinct_id: "anon",
      timestamp: "2024-06-01T00:00:00Z",
      ip: "10.0.0.1",
      properties: { $crash_reason: "oom", $current_url: "https://shop.test/pay", $process_person_profile: false },
    },
  ]);
  assert.is(read(REPORTING, violation).length, 1, "a single report without a list");
});

events("keeps about the share of pages that sample_rate says, all reports of a page or none", () => {
  const pages = Array.from({ length: 1000 }, (_, page) => ({ ...crash, url: `https://shop.test/${page}` }));
  const kept = read(REPORTING, [...pages, ...pages], "sample_rate=0.25");
  const urls = kept.map(({ properties }) => properties?.["$current_url"]);
  assert.is(new Set(urls).size * 2, urls.length);
  assert.ok(urls.length > 400 && urls.length < 600, String(urls.length));
  assert.is(kept[0]?.properties?.["$csp_sample_rate"], 0.25);
  assert.is(read(REPORTING, pages, "sample_rate=0").length, 0);
  assert.is(read(REPORTING, pages, "sample_rate=1").length, 1000);
});

events("survives any age", () => {
  for (const age of [-5, 1e300, "old", null]) {
    const [event] = read(REPORTING, { ...crash, age });
    assert.match(event?.timestamp ?? "", /^(2024-06-01|1970-01-01)T00:00:00Z$/);
  }
});

events("refuses what is no report", () => {
  const rows: [type: string | null, body: unknown, query?: string][] = [
    ["text/html", legacy],
    [null, legacy],
    [LEGACY, "{"],
    [LEGACY, "null"],
    [LEGACY, {}],
    [LEGACY, { "csp-report": [] }],
    [REPORTING, [1]],
    [REPORTING, [{ type: "crash" }]],
    [REPORTING, [{ body: {} }]],
    [LEGACY, legacy, "sample_rate=2"],
    [LEGACY, legacy, "sample_rate=some"],
  ];
  for (const [type, body, query] of rows) {
    try {
      read(type, body, query);
      assert.unreachable(JSON.stringify([type, body, query]));
    } catch (error) {
      assert.is((error as { status?: number }).status, 400, String(error));
    }
  }
});

events.run();

const routes = suite("reportRoutes");

function post(type: string, body: unknown): RequestInit {
  return { method: "POST", body: JSON.stringify(body), headers: { "content-type": type } };
}

routes("O7 capture a report without making a person, and answer 204", async () => {
  const { ctx, fetch } = openRoutes(reportRoutes);
  const reply = await fetch(`/report/?token=${TOKEN}`, post(LEGACY, legacy));
  assert.is(reply.status, 204);
  assert.is(await reply.text(), "");
  const rows = ctx.db
    .sql("SELECT n.name AS event, properties FROM events e JOIN event_names n ON n.id = e.event_name_id")
    .all() as { event: string; properties: string }[];
  assert.equal(
    rows.map(({ event }) => event),
    ["$csp_violation"],
  );
  const properties = JSON.parse(rows[0]?.properties ?? "{}") as Record<string, unknown>;
  assert.is(properties["$process_person_profile"], false);
  assert.is(properties["$csp_blocked_url"], "https://evil.test/x.js");
  assert.is(ctx.db.sql("SELECT count(*) FROM persons").pluck().get(), 0);
});

routes("answer 204 for reports that give no event", async () => {
  const { fetch } = openRoutes(reportRoutes);
  assert.is((await fetch(`/report/?token=${TOKEN}`, post(REPORTING, []))).status, 204);
});

routes("O8 refuse in plain text: no token, an unknown one, another content type", async () => {
  const { fetch } = openRoutes(reportRoutes);
  const rows: [query: string, type: string, status: number][] = [
    ["", LEGACY, 401],
    ["?token=phc_unknown", LEGACY, 401],
    ["?token=", LEGACY, 401],
    [`?token=${TOKEN}`, "text/html", 400],
  ];
  for (const [query, type, status] of rows) {
    const reply = await fetch(`/report/${query}`, post(type, legacy));
    assert.is(reply.status, status, query);
    assert.match(reply.headers.get("content-type") ?? "", "text/plain");
  }
});

routes("answer a preflight with 200", async () => {
  const { fetch } = openRoutes(reportRoutes);
  assert.equal(await (await fetch("/report/", { method: "OPTIONS" })).json(), { status: 1 });
});

routes.run();
