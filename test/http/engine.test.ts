import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { EngineStatus } from "../../lib/index.ts";
import { openRest } from "./ask.ts";

const engine = suite("GET engine");

engine("says that columns have nothing to fall behind with", async () => {
  const { ask, capture } = openRest();
  await capture([{ event: "seen", distinct_id: "a" }]);
  const { status, body } = await ask("GET", "/api/projects/1/engine");
  assert.is(status, 200);
  const behind = { events: 0, changes: 0 };
  assert.equal(body, {
    name: "columns",
    state: "current",
    behind,
    percent: 100,
    stored: 0,
    trouble: null,
    property_columns: [],
    current_at: null,
  });
});

engine("says how far another engine is", async () => {
  const told: EngineStatus = {
    name: "other",
    state: "down",
    behind: { events: 3, changes: 1 },
    stored: 7,
    percent: 40,
    currentMs: Date.UTC(2024, 0, 2),
    trouble: "It does not answer.",
    propertyColumns: ["plan"],
  };
  await using hoglet = await createHoglet({ engine: () => ({ ask: neverAsked, status: async () => told }) });
  assert.equal(await hoglet.engine.status(), told);
  const headers = { authorization: `Bearer ${hoglet.personalApiKey}` };
  const reply = await hoglet.fetch("http://hoglet.test/api/projects/1/engine/", { headers });
  const { currentMs: _, propertyColumns, ...rest } = told;
  assert.equal(await reply.json(), { ...rest, property_columns: propertyColumns, current_at: "2024-01-02T00:00:00Z" });
});

engine("is for keys that may ask", async () => {
  const { ask, key } = openRest();
  assert.is((await ask("GET", "/api/projects/1/engine", { key: key(["query:read"]) })).status, 200);
  assert.is((await ask("GET", "/api/projects/1/engine", { key: key(["project:read"]) })).status, 403);
  assert.is((await ask("GET", "/api/projects/1/engine", { key: key(["query:read"], [2]) })).status, 403);
});

engine.run();

function neverAsked(): Promise<never> {
  return Promise.reject(new Error("It was asked."));
}
