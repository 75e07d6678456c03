import { gzipSync } from "node:zlib";
import { PostHog } from "posthog-node";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { flagDefinitionRoutes } from "../../lib/http/routes/flag-definitions.ts";
import { toRoute } from "../../lib/http/operation-routes.ts";
import { flagRoutes } from "../../lib/http/routes/flags.ts";
import { operations } from "../../lib/operations/index.ts";
import { createKey } from "../../lib/admin/auth/index.ts";
import type { Fetch } from "../../lib/http/fetch.ts";
import { remoteConfig } from "../../lib/flags/answers/index.ts";
import type { Flags } from "../../lib/flags/program/index.ts";
import { createProject } from "../../lib/admin/projects/index.ts";
import { KEY, NOW, openRoutes, TOKEN } from "./flag-context.ts";

const ROUTES = [...flagRoutes, ...flagDefinitionRoutes, ...operations.map(toRoute)];
const FLAGS: Flags = { beta: { value: true, payload: { a: 1 } }, off: false, color: "blue" };

function post(fetch: Fetch, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(path, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body), headers });
}

const asked = { token: TOKEN, distinct_id: "u1" };

const routes = suite("flagRoutes");

routes("answer version 2 with details, a request id and the time", async () => {
  const { fetch } = openRoutes(ROUTES, { flags: FLAGS });
  const reply = await post(fetch, "/flags/?v=2", asked);
  assert.is(reply.status, 200);
  const body = (await reply.json()) as Record<string, unknown>;
  assert.equal(Object.keys(body), ["errorsWhileComputingFlags", "flags", "requestId", "evaluatedAt"]);
  assert.equal(Object.keys(body["flags"] as object), ["beta", "off", "color"]);
  assert.match(body["requestId"] as string, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  assert.is(body["evaluatedAt"], Date.parse(NOW));
});

routes("answer quietly when there are no flags", async () => {
  const { fetch } = openRoutes(ROUTES);
  const body = (await (await post(fetch, "/flags?v=2", asked)).json()) as Record<string, unknown>;
  assert.equal(body["flags"], {});
  assert.is(body["errorsWhileComputingFlags"], false);
});

routes("read every encoding that SDKs use", async () => {
  const { fetch } = openRoutes(ROUTES, { flags: FLAGS });
  const json = JSON.stringify(asked);
  const form = `data=${encodeURIComponent(Buffer.from(json).toString("base64"))}`;
  const type = "application/x-www-form-urlencoded";
  const replies = [
    await fetch("/flags/?v=2&compression=base64", { method: "POST", body: form, headers: { "content-type": type } }),
    await fetch("/flags/?v=2&compression=gzip-js", { method: "POST", body: gzipSync(json) }),
    await fetch(`/flags/?v=2&data=${encodeURIComponent(Buffer.from(json).toString("base64"))}`),
  ];
  for (const reply of replies) {
    const { flags } = (await reply.json()) as { flags: object };
    assert.equal(Object.keys(flags), ["beta", "off", "color"]);
  }
});

routes(
  "answer version 1 in two maps, and add the config for a client that names no version or asks for it",
  async () => {
    const { fetch } = openRoutes(ROUTES, { flags: FLAGS });
    const first = (await (await post(fetch, "/flags/?v=1", asked)).json()) as Record<string, unknown>;
    assert.equal(first["featureFlags"], { beta: true, off: false, color: "blue" });
    assert.equal(first["featureFlagPayloads"], { beta: '{"a":1}' });
    assert.not.ok("supportedCompression" in first);
    for (const query of ["", "?v=2&config=true"]) {
      const body = (await (await post(fetch, `/flags/${query}`, asked)).json()) as Record<string, unknown>;
      assert.ok(body["flags"], query);
      assert.is(body["hasFeatureFlags"], true, query);
      assert.is(body["autocapture_opt_out"], false, query);
    }
  },
);

routes("answer only for the flags asked about", async () => {
  const { fetch } = openRoutes(ROUTES, { flags: FLAGS });
  const reply = await post(fetch, "/flags/?v=2", { ...asked, flag_keys_to_evaluate: ["color", "nothing"] });
  assert.equal(Object.keys(((await reply.json()) as { flags: object }).flags), ["color"]);
});

routes("keep the flags of projects apart", async () => {
  const { ctx, fetch } = openRoutes(ROUTES);
  const second = await createProject(ctx, { name: "second", api_token: "phc_second" });
  ctx.flags.set(second.id, "beta", true);
  const keysOf = async (token: string) => {
    const reply = await post(fetch, "/flags/?v=2", { token, distinct_id: "u1" });
    return Object.keys(((await reply.json()) as { flags: object }).flags);
  };
  assert.equal(await keysOf(TOKEN), []);
  assert.equal(await keysOf("phc_second"), ["beta"]);
});

routes("answer every version of /decide, config included", async () => {
  const { fetch } = openRoutes(ROUTES, { flags: FLAGS });
  const decide = async (query: string) =>
    (await (await post(fetch, `/decide/${query}`, asked)).json()) as Record<string, unknown>;
  assert.equal((await decide(""))["featureFlags"], ["beta", "color"]);
  assert.equal((await decide("?v=1"))["featureFlags"], ["beta", "color"]);
  assert.equal((await decide("?v=2"))["featureFlags"], { beta: true, color: "blue" });
  const third = await decide("?v=3");
  assert.equal(third["featureFlags"], { beta: true, off: false, color: "blue" });
  assert.equal(third["featureFlagPayloads"], { beta: '{"a":1}' });
  assert.equal(third["supportedCompression"], ["gzip", "gzip-js"]);
  assert.equal(third["config"], { enable_collect_everything: true });
  assert.equal(Object.keys((await decide("?v=4"))["flags"] as object), ["beta", "off", "color"]);
});

routes("answer a bare GET with a config, and a preflight with 204", async () => {
  const { fetch } = openRoutes(ROUTES, { flags: FLAGS });
  for (const path of ["/flags", "/flags/", "/decide/?v=3"]) {
    assert.equal(await (await fetch(path)).json(), remoteConfig(false), path);
  }
  const reply = await fetch("/flags/?v=2", { method: "OPTIONS", headers: { origin: "https://app.test" } });
  assert.is(reply.status, 204);
  assert.is(reply.headers.get("access-control-allow-origin"), "https://app.test");
});

routes("refuse in plain text that a browser may read", async () => {
  const { fetch } = openRoutes(ROUTES);
  const rows: [body: unknown, status: number, text: RegExp][] = [
    [{ token: "phc_unknown", distinct_id: "u1" }, 401, /API key is not valid/],
    [{ distinct_id: "u1" }, 401, /without an api_key/],
    [{ token: TOKEN }, 400, /without a distinct_id/],
    ["{", 400, /failed to parse request/],
  ];
  for (const [body, status, text] of rows) {
    for (const path of ["/flags/?v=2", "/decide/?v=3"]) {
      const reply = await post(fetch, path, body, { origin: "https://app.test" });
      assert.is(reply.status, status);
      assert.match(reply.headers.get("content-type") ?? "", "text/plain");
      assert.is(reply.headers.get("access-control-allow-origin"), "https://app.test");
      assert.match(await reply.text(), text);
    }
  }
});

routes("make the project of an unknown token in open mode, with the flags of options", async () => {
  const { fetch } = openRoutes(ROUTES, { flags: FLAGS, openMode: true });
  const reply = await post(fetch, "/flags/?v=2", { token: "phc_new", distinct_id: "u1" });
  assert.equal(Object.keys(((await reply.json()) as { flags: object }).flags), ["beta", "off", "color"]);
  assert.is((await post(fetch, "/flags/?v=2", { token: "phx_secret", distinct_id: "u1" })).status, 401);
});

routes("give remote config as a text of JSON, to keys that may read flags", async () => {
  const { ctx, fetch } = openRoutes(ROUTES, { flags: FLAGS });
  const get = (path: string, key: string) => fetch(path, { headers: { authorization: `Bearer ${key}` } });
  const path = `/api/projects/@current/feature_flags/beta/remote_config/?token=${TOKEN}`;
  assert.is(await (await get(path, KEY)).json(), '{"a":1}');
  assert.is(await (await get(path.replace("beta", "color"), KEY)).json(), null);
  assert.is((await get(path.replace("beta", "nothing"), KEY)).status, 404);
  assert.is((await fetch(path)).status, 401);
  const other = await createKey(ctx, { label: "other", scopes: ["person:read"], projects: [] });
  assert.is((await get(path, other.value)).status, 403);
});

routes.run();

const definitions = suite("flagDefinitionRoutes");

function bearer(key: string, more: Record<string, string> = {}): RequestInit {
  return { headers: { authorization: `Bearer ${key}`, ...more } };
}

definitions("give the definitions of the token's project on both paths", async () => {
  const { fetch } = openRoutes(ROUTES, { flags: FLAGS });
  for (const path of ["/flags/definitions", "/api/feature_flag/local_evaluation/"]) {
    for (const query of [`?token=${TOKEN}&send_cohorts`, ""]) {
      const reply = await fetch(path + query, bearer(KEY));
      assert.is(reply.status, 200);
      const body = (await reply.json()) as { flags: { key: string }[] };
      assert.equal(
        body.flags.map(({ key }) => key),
        ["beta", "off", "color"],
      );
    }
  }
});

definitions("answer 304 until a flag changes", async () => {
  const { ctx, fetch } = openRoutes(ROUTES, { flags: FLAGS });
  const etag = (await fetch("/flags/definitions", bearer(KEY))).headers.get("etag") ?? "";
  assert.match(etag, /^W\/"[0-9a-f]{32}"$/);
  for (const known of [etag, etag.slice(2), `"other", ${etag}`]) {
    const reply = await fetch("/flags/definitions", bearer(KEY, { "if-none-match": known }));
    assert.is(reply.status, 304, known);
    assert.is(reply.headers.get("etag"), etag);
    assert.is(await reply.text(), "");
  }
  ctx.flags.set(1, "beta", true);
  const changed = await fetch("/flags/definitions", bearer(KEY, { "if-none-match": etag }));
  assert.is(changed.status, 200);
  assert.is.not(changed.headers.get("etag"), etag);
});

definitions("refuse no key, a wrong key, a key without the scope or the project, and an unknown token", async () => {
  const { ctx, fetch } = openRoutes(ROUTES, { flags: FLAGS });
  const second = await createProject(ctx, { name: "second", api_token: "phc_second" });
  const narrow = await createKey(ctx, { label: "narrow", scopes: ["event:read"], projects: [] });
  const scoped = await createKey(ctx, { label: "scoped", scopes: ["*"], projects: [second.id] });
  const rows: [query: string, key: string, status: number][] = [
    ["", "phx_wrong-key", 401],
    ["", narrow.value, 403],
    [`?token=${TOKEN}`, scoped.value, 403],
    ["?token=phc_second", scoped.value, 200],
    ["?token=phc_unknown", KEY, 401],
  ];
  for (const [query, key, status] of rows) {
    assert.is((await fetch(`/flags/definitions${query}`, bearer(key))).status, status, `${query} ${key}`);
  }
  assert.is((await fetch("/flags/definitions")).status, 401);
});

definitions.run();

const sdk = suite("posthog-node");

async function withSdk<T>(fetch: Fetch, key: string | undefined, work: (client: PostHog) => Promise<T>): Promise<T> {
  const client = new PostHog(TOKEN, {
    host: "http://hoglet.test",
    fetch: (url, options) => fetch(url, options as RequestInit),
    ...(key !== undefined && { personalApiKey: key }),
  });
  try {
    return await work(client);
  } finally {
    await client.shutdown();
  }
}

sdk("sees the same flags asking the server and evaluating for itself, and follows a change", async () => {
  const { ctx, fetch } = openRoutes(ROUTES, { flags: FLAGS });
  ctx.flags.set(1, "color", "red", { distinct_ids: ["u1"], payload: [1, 2] });
  const expected = {
    featureFlags: { beta: true, off: false, color: "red" },
    featureFlagPayloads: { beta: { a: 1 }, color: [1, 2] },
  };
  const remote = await withSdk(fetch, undefined, (client) => client.getAllFlagsAndPayloads("u1"));
  assert.equal(remote, expected);
  await withSdk(fetch, KEY, async (client) => {
    await client.reloadFeatureFlags();
    assert.equal(await client.getAllFlagsAndPayloads("u1", { onlyEvaluateLocally: true }), expected);
    ctx.flags.unset(1, "color", { distinct_ids: ["u1"] });
    await client.reloadFeatureFlags();
    const later = await client.getAllFlagsAndPayloads("u1", { onlyEvaluateLocally: true });
    assert.equal(later.featureFlags, { beta: true, off: false, color: "blue" });
  });
});

sdk("reads remote config", async () => {
  const { fetch } = openRoutes(ROUTES, { flags: { limits: { value: true, payload: { k: 1 } } } });
  assert.equal(await withSdk(fetch, KEY, (client) => client.getRemoteConfigPayload("limits")), { k: 1 });
});

sdk.run();
