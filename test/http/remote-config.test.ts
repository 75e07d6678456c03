import { runInNewContext } from "node:vm";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { remoteConfigRoutes } from "../../lib/http/routes/remote-config.ts";
import { remoteConfig } from "../../lib/flags/answers/index.ts";
import { listProjects } from "../../lib/admin/projects/index.ts";
import { openRoutes, TOKEN } from "./flag-context.ts";

const CONFIGS = "_POSTHOG_REMOTE_CONFIG";

const ORIGIN = { headers: { origin: "https://app.test" } };

const routes = suite("remoteConfigRoutes");

routes("give a script that sets the config of the token, as script tags with crossorigin need it", async () => {
  const { fetch } = openRoutes(remoteConfigRoutes);
  const reply = await fetch(`/array/${TOKEN}/config.js`, ORIGIN);
  assert.is(reply.status, 200);
  assert.match(reply.headers.get("content-type") ?? "", /^text\/javascript/);
  assert.is(reply.headers.get("access-control-allow-origin"), "https://app.test");
  assert.is(reply.headers.get("cache-control"), "no-cache");
  const window: { [CONFIGS]?: Record<string, unknown> } = {};
  runInNewContext(await reply.text(), { window });
  const given = JSON.parse(JSON.stringify(window[CONFIGS]?.[TOKEN])) as unknown;
  assert.equal(given, { config: remoteConfig(false), siteApps: [] });
});

routes("give the same as JSON", async () => {
  const { fetch } = openRoutes(remoteConfigRoutes);
  const reply = await fetch(`/array/${TOKEN}/config`, ORIGIN);
  assert.equal(await reply.json(), remoteConfig(false));
});

routes("keep a copy that was made without an origin from serving one", async () => {
  const { fetch } = openRoutes(remoteConfigRoutes);
  for (const file of ["config", "config.js"]) {
    assert.is((await fetch(`/array/${TOKEN}/${file}`)).headers.get("vary"), "origin");
  }
});

routes("say that there are flags as soon as the project has one", async () => {
  const { ctx, fetch } = openRoutes(remoteConfigRoutes);
  ctx.flags.set(2, "beta", true);
  const asked = async () => (await (await fetch(`/array/${TOKEN}/config`)).json()) as { hasFeatureFlags: boolean };
  assert.is((await asked()).hasFeatureFlags, false);
  ctx.flags.set(1, "beta", false);
  assert.is((await asked()).hasFeatureFlags, true);
});

routes("answer 404 for an unknown token, readable across origins", async () => {
  const { fetch } = openRoutes(remoteConfigRoutes);
  for (const path of ["/array/phc_unknown/config.js", "/array/phc_unknown/config"]) {
    const reply = await fetch(path, ORIGIN);
    assert.is(reply.status, 404);
    assert.is(reply.headers.get("access-control-allow-origin"), "https://app.test");
  }
});

routes("make the project of an unknown token in open mode, if it could be one", async () => {
  const { ctx, fetch } = openRoutes(remoteConfigRoutes, { openMode: true, flags: { beta: true } });
  const body = (await (await fetch("/array/phc_new/config")).json()) as { hasFeatureFlags: boolean };
  assert.is(body.hasFeatureFlags, true);
  assert.is((await fetch("/array/phx_secret/config")).status, 401);
  const { results } = listProjects(ctx, { limit: 10, offset: 0 });
  assert.equal(
    results.map(({ api_token }) => api_token),
    [TOKEN, "phc_new"],
  );
});

routes.run();
