import { suite } from "uvu";
import * as assert from "uvu/assert";
import { routes } from "../../lib/http/index.ts";
import type { Route } from "../../lib/http/route.ts";
import { serve } from "../bin/hoglet-process.ts";
import { send } from "./over-socket.ts";
import { whenAll } from "../support/rounds.ts";

// Attacks by pages of other sites on a hoglet on the developer's machine whose key they know.

const KEY = "phx_everybody_knows";
const TOKEN = "phc_everybody_knows";
const EVIL = "https://evil.test";

/** Paths that SDKs call from pages of any site (reference/capture.md 1). */
const OPEN =
  /^\/(?:e|capture|track|engage|batch|i\/v0\/e|i\/v0\/ai\/batch|i\/v1\/analytics\/events|i\/v1\/logs|i\/v1\/metrics|s|report|flags|decide|array\/.*|static\/.*|api\/(?:surveys|web_experiments|product_tours|early_access_features))$/;

const CORS = ["allow-origin", "allow-credentials", "allow-methods", "allow-headers", "expose-headers"];

function fill(path: string): string {
  return path.replaceAll(":project_id", "1").replaceAll(":organization_id", "@current").replaceAll(/:\w+/g, "1");
}

const origins = suite("security: origins");

whenAll(origins)(
  "CORS is open on what SDKs in browsers call and on nothing else, errors and preflights included",
  async () => {
    await using server = await serve(["--memory", "--personal-api-key", KEY, "--project-token", TOKEN]);
    const { url } = server.ready;
    const rows: { method: string; path: string; route: string }[] = routes.flatMap((route: Route) =>
      [...route.methods, "OPTIONS", "PUT"].map((method) => ({ method, path: fill(route.path), route: route.path })),
    );
    rows.push({ method: "GET", path: "/ui/", route: "/ui" }, { method: "GET", path: "/ui/session", route: "/ui" });
    rows.push(
      { method: "GET", path: "/nothing", route: "/nothing" },
      { method: "POST", path: "/ui/demo", route: "/ui" },
    );
    for (const { method, path, route } of rows) {
      // A stream has no end.
      if (path.endsWith("/live") && method === "GET") continue;
      const answer = await send(url, {
        method,
        path: `${path}${path.includes("?") ? "&" : "?"}personal_api_key=${KEY}`,
        headers: { origin: EVIL, "sec-fetch-site": "cross-site", "access-control-request-headers": "authorization" },
      });
      const found = CORS.filter((name) => answer.headers[`access-control-${name}`] !== undefined);
      const label = `${method} ${path}: ${answer.status}`;
      assert.equal(found, OPEN.test(route) ? CORS : [], label);
      assert.is(answer.headers["x-content-type-options"], "nosniff", label);
      if (!OPEN.test(route)) continue;
      assert.is(answer.headers["access-control-allow-origin"], EVIL, label);
      assert.match(String(answer.headers["access-control-expose-headers"]), /retry-after/i);
    }
  },
);

const SITES: [name: string, headers: Record<string, string>, isRefused: boolean][] = [
  ["another site", { "sec-fetch-site": "cross-site", origin: EVIL }, true],
  ["another site that hides its origin", { "sec-fetch-site": "cross-site", origin: "null" }, true],
  ["another port of this machine", { "sec-fetch-site": "same-site", origin: "http://localhost:3000" }, true],
  ["a browser that says no site", { origin: EVIL }, true],
  ["a sandboxed frame of such a browser", { origin: "null" }, true],
  ["the same name on another port", { origin: "http://127.0.0.1:1" }, true],
  ["a name that begins like ours", { origin: "http://127.0.0.1:PORT.evil.test" }, true],
  ["an address that was typed, with another origin", { "sec-fetch-site": "none", origin: EVIL }, true],
  ["two words in one header", { "sec-fetch-site": "same-origin, cross-site", origin: EVIL }, true],
  ["another site that says it is forwarded", { origin: EVIL, "x-forwarded-host": "evil.test" }, true],
  ["our page", { "sec-fetch-site": "same-origin", origin: "http://127.0.0.1:PORT" }, false],
  ["our page in a browser that says no site", { origin: "http://127.0.0.1:PORT" }, false],
  ["our page behind a proxy that changes Host", { "sec-fetch-site": "same-origin", origin: "https://app.test" }, false],
  ["a client that is no browser", {}, false],
];

const NAME = '{"name":"by evil","is_static":true}';

let shared: Awaited<ReturnType<typeof serve>>;
origins.before(async () => {
  shared = await serve(["--memory", "--personal-api-key", KEY]);
});
origins.after(() => shared.stop().then(() => {}));

for (const [name, given, isRefused] of SITES) {
  origins(`a write of ${name} is ${isRefused ? "refused" : "done"}, wherever its key stands`, async () => {
    const { url } = shared.ready;
    const { port } = new URL(url);
    const headers = Object.fromEntries(
      Object.entries(given).map(([header, value]) => [header, value.replaceAll("PORT", port)]),
    );
    const json = { ...headers, "content-type": "application/json" };
    const cohorts = "/api/projects/1/cohorts/";
    const writes = [
      { path: cohorts, headers: { ...json, authorization: `Bearer ${KEY}` }, body: NAME },
      { path: `${cohorts}?personal_api_key=${KEY}`, headers: json, body: NAME },
      { path: cohorts, headers: json, body: `{"personal_api_key":"${KEY}",${NAME.slice(1)}` },
      {
        path: cohorts,
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
        body: `personal_api_key=${KEY}&name=x&is_static=true`,
      },
      {
        path: "/api/projects/1/query/",
        headers: { ...json, authorization: `Bearer ${KEY}` },
        body: '{"query":"select 1"}',
      },
      { path: "/api/projects/", headers: { ...json, authorization: `Bearer ${KEY}` }, body: '{"name":"b"}' },
      { path: "/api/nothing", headers: { ...json, authorization: `Bearer ${KEY}` }, body: "{}" },
    ];
    for (const write of writes) {
      const { status, text } = await send(url, { method: "POST", ...write });
      const isDone = status === 200 || status === 201;
      const isUnknown = write.path === "/api/nothing" && status === 404;
      assert.ok(
        isUnknown || (isRefused ? status === 403 && /another site/.test(text) : isDone),
        `${write.path}: ${status} ${text}`,
      );
    }
    for (const method of ["PATCH", "DELETE", "PUT"]) {
      const write = { method, path: "/api/projects/1/persons/1/", headers: { authorization: `Bearer ${KEY}` } };
      const { status } = await send(url, { ...write, headers: { ...write.headers, ...headers } });
      assert.is(status === 403, isRefused, `${method}: ${status}`);
    }
    // Capture is for pages of every site.
    const event = `{"api_key":"${shared.ready.project_token}","event":"a","distinct_id":"u"}`;
    assert.is((await send(url, { method: "POST", path: "/e/", headers, body: event })).status, 200);
  });
}

const SESSION_ROUTES = [
  { method: "GET", path: "/ui/session" },
  { method: "POST", path: "/ui/session", body: `{"key":"${KEY}"}` },
  { method: "DELETE", path: "/ui/session" },
  { method: "POST", path: "/ui/demo" },
  { method: "GET", path: "/ui/requests?project=1" },
  { method: "GET", path: "/api/projects/1/persons/" },
  { method: "POST", path: "/api/projects/", body: '{"name":"b"}' },
];

origins("the cookie of the page does nothing in requests of other sites", async () => {
  await using server = await serve(["--memory", "--personal-api-key", KEY]);
  const { url } = server.ready;
  const own = { "sec-fetch-site": "same-origin" };
  const signedIn = await send(url, { path: "/ui/session", headers: own });
  const cookie = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";
  assert.is((await send(url, { path: "/api/projects/1/persons/", headers: { ...own, cookie } })).status, 200);
  for (const wanted of SESSION_ROUTES) {
    for (const site of ["cross-site", "same-site"]) {
      const headers = { cookie, "sec-fetch-site": site, origin: EVIL, "x-hoglet-page": "1" };
      const answer = await send(url, { ...wanted, headers });
      assert.ok([401, 403].includes(answer.status), `${wanted.method} ${wanted.path}: ${answer.status} ${answer.text}`);
      assert.is(answer.headers["set-cookie"], undefined);
    }
  }
  assert.is((await send(url, { path: "/api/projects/1/persons/", headers: { ...own, cookie } })).status, 200);
});

origins.run();
