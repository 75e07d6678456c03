import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sideFile } from "../../lib/base/side-file.ts";
import { ensureBuilt } from "../support/command.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { openFront } from "../adapters/ui/support/front.ts";
import type { Front } from "../adapters/ui/support/front.ts";

// Attacks by holders of a dashboard's link: for more than its answers, for another project, after its end.

const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
const FILTERS = { insight: "TRENDS", events: [{ id: "paid" }], date_from: "-7d" } as const;

/** A dashboard with one of each kind of insight, and its link's token. */
async function openShared(options: Parameters<typeof openFront>[0] = {}) {
  const front = await openFront({ folder: sideFile("page"), ...options });
  const { hoglet } = front;
  await hoglet.capture(
    ["ada", "bob", "eve"].flatMap((id) => [
      { event: "viewed", distinct_id: `${id}@secret.example`, properties: { plan: HOSTILE, secret: "s3cret-value" } },
      {
        event: "paid",
        distinct_id: `${id}@secret.example`,
        properties: { plan: "pro", $set: { email: `${id}@secret.example` } },
      },
    ]),
  );
  const steps = [{ id: "viewed" }, { id: "paid", order: 1 }];
  const all: Record<string, object> = {
    [`Sales ${HOSTILE}`]: FILTERS,
    Bars: { ...FILTERS, display: "ActionsBar" },
    Values: { ...FILTERS, events: [{ id: "viewed" }], breakdown: "plan", display: "ActionsBarValue" },
    Funnel: { insight: "FUNNELS", events: steps },
    Times: { insight: "FUNNELS", events: steps, funnel_viz_type: "time_to_convert" },
    Rates: { insight: "FUNNELS", events: steps, funnel_viz_type: "trends" },
    Retention: {
      insight: "RETENTION",
      target_entity: { id: "viewed", type: "events" },
      returning_entity: { id: "paid", type: "events" },
    },
    Lifecycle: { insight: "LIFECYCLE", events: [{ id: "paid" }] },
    Stickiness: { insight: "STICKINESS", events: [{ id: "paid" }] },
    Paths: { insight: "PATHS", include_event_types: ["custom_event"] },
    Correlation: { insight: "CORRELATION", events: steps },
  };
  const tiles: object[] = [{ text: { body: `# Hello ${HOSTILE}\n[x](javascript:alert(1))` } }];
  for (const [name, filters] of Object.entries(all)) {
    const { id } = await hoglet.savedInsights.create({ name, filters: filters as typeof FILTERS });
    tiles.push({ insight: id });
  }
  const rows = {
    kind: "HogQLQuery",
    query: "select event, count() as times from events group by event order by event",
  };
  tiles.push({ insight: (await hoglet.savedInsights.create({ name: "Rows", query: rows })).id });
  const { id } = await hoglet.dashboards.create({ name: `Board ${HOSTILE}`, tiles } as Parameters<
    typeof hoglet.dashboards.create
  >[0]);
  const { access_token: token } = await hoglet.dashboards.share(id, { enabled: true });
  return { ...front, id, token: token ?? "" };
}

const show = (front: Pick<Front, "ask">, token: string) => front.ask(`/ui/shared/${token}`);

const shared = suite("security: shared dashboards");
shared.before(() => ensureBuilt("code"));

shared("a link shows the answers, and neither persons nor anything that runs", async () => {
  const front = await openShared();
  const { status, text, headers } = await show(front, front.token);
  assert.is(status, 200);
  for (const part of ["Funnel", "Retention", "viewed", "paid", "<svg", "<h2>Hello"])
    assert.ok(text.includes(part), part);
  assert.not.match(text, /There is no answer/);
  // Nobody's id or address, no property that no question asks for, no link into the API, no token.
  assert.not.match(text, /secret\.example|s3cret|\/api\/|persons\/|phc_|phx_|shr_/);
  // A whole name, in quotation marks and without others, runs nothing.
  const outside = text.replaceAll(/\stitle="[^"<>]*"/g, "");
  assert.not.match(
    outside,
    /<(?:script|img|link|iframe)|<[^<>]*\s(?:on\w+|style)=|@import|url\((?!#)|href="(?!https?:)/i,
  );
  assert.ok(text.includes("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;"));
  const policy = headers["content-security-policy"] ?? "";
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  assert.ok(text.includes(policy.slice(0, policy.indexOf("; frame-ancestors"))));
  assert.equal(
    [headers["referrer-policy"], headers["cache-control"], headers["x-robots-tag"]],
    ["no-referrer", "no-store", "noindex"],
  );
  // From a mail or another site, with nobody signed in; other methods do nothing.
  const foreign = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
  assert.is((await front.ask(`/ui/shared/${front.token}`, { headers: foreign })).status, 200);
  for (const method of ["POST", "PUT", "DELETE"])
    assert.is((await front.ask(`/ui/shared/${front.token}`, { method })).status, 405, method);
  await front.close();
});

shared("the token is stored as its hash alone, and opens nothing else", async () => {
  const temp = tempFolder();
  const file = temp.file("shared.db");
  const front = await openShared({ hogletOptions: { file } });
  const { token, id, hoglet } = front;
  assert.match(token, /^shr_[0-9A-Za-z]{40,}$/);
  const bearer = { authorization: `Bearer ${token}` };
  for (const path of [
    "/api/projects/",
    "/api/projects/1/",
    `/api/projects/1/dashboards/${id}/`,
    `/api/projects/1/dashboards/${id}/sharing/`,
    "/api/projects/1/persons/",
    "/api/projects/1/events/",
    "/api/projects/1/insights/",
    `/ui/dashboards/${id}.html?project=1`,
  ]) {
    assert.is((await front.ask(path, { headers: bearer })).status, 401, path);
    assert.is((await front.ask(`${path}${path.includes("?") ? "&" : "?"}personal_api_key=${token}`)).status, 401, path);
  }
  const capture = { method: "POST", body: { api_key: token, event: "x", distinct_id: "u" } };
  assert.is((await front.ask("/e/", { ...capture, headers: { "content-type": "application/json" } })).status, 401);
  // No answer but the first has it, and no log.
  const told = [
    await hoglet.dashboards.sharing(id),
    await hoglet.dashboards.get(id),
    await hoglet.activity.list(),
    await hoglet.dashboards.share(id, { enabled: true }),
  ];
  assert.not.ok(JSON.stringify(told).includes(token));
  await front.close();
  const db = new Database(file, { readonly: true });
  const { share_hash: hash } = db.prepare("SELECT share_hash FROM dashboards").get() as { share_hash: string };
  assert.match(hash, /^sha256\$[0-9a-f]{64}$/);
  assert.not.ok(db.serialize().includes(token));
  db.close();
  temp.remove();
});

shared("a link ends at once: revoked, renewed, or with its dashboard, also while its document is kept", async () => {
  const front = await openShared();
  const { hoglet, id, token } = front;
  assert.is((await show(front, token)).status, 200);
  const { access_token: next } = await hoglet.dashboards.renewShare(id);
  assert.equal([(await show(front, token)).status, (await show(front, next ?? "")).status], [404, 200]);
  await hoglet.dashboards.update(id, { deleted: true });
  assert.is((await show(front, next ?? "")).status, 404);
  await hoglet.dashboards.update(id, { deleted: false });
  assert.is((await show(front, next ?? "")).status, 200);
  assert.equal(await hoglet.dashboards.share(id, { enabled: false }), {
    enabled: false,
    created_at: null,
    access_token: null,
  });
  assert.is((await show(front, next ?? "")).status, 404);
  // A new link is another one.
  const { access_token: third } = await hoglet.dashboards.share(id, { enabled: true });
  assert.is(new Set([token, next, third]).size, 3);
  for (const guess of [
    "",
    "shr_",
    "null",
    "undefined",
    "shr_x",
    `${third}x`,
    "%00",
    "..%2findex.html",
    "1 OR 1=1",
    `shr_${"a".repeat(48)}`,
  ])
    assert.is((await show(front, guess)).status, 404, guess);
  await front.close();
});

shared("a link never shows another project's data, whatever the numbers of its tiles", async () => {
  const front = await openShared();
  const { hoglet } = front;
  const other = await hoglet.projects.create({ name: "Other" });
  const headers = { "content-type": "application/json" };
  await front.ask("/e/", {
    method: "POST",
    headers,
    body: { api_key: other.api_token, event: "other's event", distinct_id: "u", properties: { plan: "other's plan" } },
  });
  const theirs = await hoglet.savedInsights.create({ name: "Theirs", filters: FILTERS, project: other.id });
  const board = await hoglet.dashboards.create({
    name: "Their board",
    tiles: [{ insight: theirs.id }],
    project: other.id,
  });
  const { text } = await show(front, front.token);
  assert.not.match(text, /other&#39;s|Their/);
  // Neither is a tile of one project put on a dashboard of another, nor its link changed from there.
  await hoglet.dashboards.update(front.id, { tiles: [{ insight: theirs.id }] }).then(
    () => assert.unreachable("another project's insight"),
    ({ status }) => assert.is(status, 400),
  );
  const key = await hoglet.keys.create({ label: "one project", scopes: ["*"], projects: [1] });
  const limited = { ...headers, authorization: `Bearer ${key.value}` };
  const patch = (path: string) => front.ask(path, { method: "PATCH", headers: limited, body: { enabled: true } });
  assert.is((await patch(`/api/projects/${other.id}/dashboards/${board.id}/sharing`)).status, 403);
  assert.is((await patch(`/api/projects/1/dashboards/${board.id}/sharing`)).status, 404);
  assert.is((await hoglet.dashboards.sharing(board.id, { project: other.id })).enabled, false);
  await hoglet.projects.delete(1);
  assert.is((await show(front, front.token)).status, 404);
  await front.close();
});

shared("only a key that may change the dashboard and see its insights makes a link", async () => {
  const front = await openShared();
  const path = `/api/projects/1/dashboards/${front.id}/sharing`;
  const ask = async (method: string, url: string, scopes: string[]) => {
    const { value } = await front.hoglet.keys.create({ label: "test", scopes });
    const headers = { authorization: `Bearer ${value}`, "content-type": "application/json" };
    return (await front.ask(url, { method, headers, ...(method !== "GET" && { body: { enabled: true } }) })).status;
  };
  for (const scopes of [["dashboard:read", "insight:read"], ["dashboard:write"], ["insight:write"]]) {
    assert.is(await ask("PATCH", path, scopes), 403, scopes.join());
    assert.is(await ask("POST", `${path}/refresh`, scopes), 403, scopes.join());
  }
  assert.is(await ask("PATCH", path, ["dashboard:write", "insight:read"]), 200);
  assert.is(await ask("GET", path, ["dashboard:read", "insight:read"]), 200);
  assert.is(await ask("GET", path, ["dashboard:read"]), 403);
  await front.close();
});

shared("the file is for signed-in users, and needs no network", async () => {
  const front = await openShared({ signIn: "trusted" });
  const path = `/ui/dashboards/${front.id}.html?project=1`;
  // The request of another site is not the page's own.
  assert.is((await front.ask(path, { headers: { "sec-fetch-site": "cross-site" } })).status, 401);
  const { status, text, headers } = await front.browse(path);
  assert.is(status, 200);
  assert.is(headers["content-disposition"], `attachment; filename="dashboard-${front.id}.html"`);
  assert.not.match(text, /secret\.example|s3cret|\/api\/|phc_|phx_|shr_|http-equiv="refresh"|https?:\/\//);
  assert.match(text, /<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'sha256-/);
  for (const url of ["/ui/dashboards/99.html?project=1", "/ui/dashboards/1.html?project=99"])
    assert.is((await front.browse(url)).status, 404, url);
  assert.is((await front.browse("/ui/dashboards/1.html")).status, 400);
  await front.close();
});

shared.run();
