import { suite } from "uvu";
import * as assert from "uvu/assert";
import { describeScopes, OBJECTS, toScopes } from "../../../adapters/ui/page/views/settings/scopes.ts";
import { routes } from "../../../lib/http/index.ts";
import { createHoglet } from "../../../lib/index.ts";

const listing = suite("OBJECTS");

listing("has every object that a route asks a scope of", () => {
  const asked = routes.flatMap((route) => ("scopes" in route ? route.scopes : [])).filter((scope) => scope !== "*");
  const missing = [...new Set(asked.map((scope) => scope.split(":")[0]))].filter(
    (object) => !OBJECTS.some((known) => known === object),
  );
  assert.equal(missing, []);
});

listing("has none that a key cannot be given", async () => {
  const hoglet = await createHoglet();
  const scopes = OBJECTS.flatMap((object) => [`${object}:read`, `${object}:write`]);
  assert.equal((await hoglet.keys.create({ label: "all", scopes })).scopes, scopes);
  await hoglet.close();
});

listing.run();

const writing = suite("toScopes");

writing("gives one scope for each object that was chosen", () => {
  assert.equal(toScopes({ person: "write", event: "read", plugin: "none" }), ["event:read", "person:write"]);
});

writing("gives none where nothing was chosen", () => {
  assert.equal(toScopes({}), []);
});

writing.run();

const telling = suite("describeScopes");

telling("says everything for a key without limits", () => {
  assert.is(describeScopes(["*"]), "everything");
  assert.is(describeScopes(["event:read", "person:write"]), "event:read, person:write");
});

telling.run();
