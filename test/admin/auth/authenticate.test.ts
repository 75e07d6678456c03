import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  authenticate,
  createKey,
  requireProject,
  requireScopes,
  revokeKey,
  rollKey,
  stillPasses,
  updateKey,
} from "../../../lib/admin/auth/index.ts";
import type { Credentials, Scope } from "../../../lib/admin/auth/index.ts";
import { HogletError } from "../../../lib/base/errors.ts";
import { createProject } from "../../../lib/admin/projects/index.ts";
import { openWorld } from "../../support/world.ts";

const KEY = "phx_test_key";

function outcome(run: () => unknown): string {
  try {
    run();
    return "passes";
  } catch (error) {
    return error instanceof HogletError ? `${error.status} ${error.code}: ${error.detail}` : String(error);
  }
}

const none: Credentials = { authorization: null, body: null, query: null };

const places = suite("authenticate");

const INVALID = (place: string) => `401 authentication_failed: Personal API key found in request ${place} is invalid.`;
const MISSING = "401 not_authenticated: Authentication credentials were not provided.";

/** Case numbers of cases/rest.md where there is one; the order is that of reference/rest.md 3.2. */
const PLACES: [what: string, credentials: Partial<Credentials>, expected: string][] = [
  ["no credentials", {}, MISSING],
  ["a header", { authorization: `Bearer ${KEY}` }, "passes"],
  ["case 193: blanks around the key", { authorization: `Bearer   ${KEY}  ` }, "passes"],
  ["case 194: the query", { query: KEY }, "passes"],
  ["case 194: the body", { body: KEY }, "passes"],
  [
    "a wrong key in the header, with a good one in the body: no fallback",
    { authorization: "Bearer phx_no", body: KEY },
    INVALID("Authorization header"),
  ],
  ["a wrong key in the body, with a good one in the query", { body: "phx_no", query: KEY }, INVALID("body")],
  ["a wrong key in the query", { query: "phx_no" }, INVALID("query string")],
  ["another scheme, which is ignored", { authorization: `Basic ${KEY}` }, MISSING],
  ["a scheme in lower case, which is ignored", { authorization: `bearer ${KEY}`, query: KEY }, "passes"],
  ["a project token, which is no key", { authorization: "Bearer phc_demo" }, INVALID("Authorization header")],
  [
    "a key that differs in letter case",
    { authorization: `Bearer ${KEY.toUpperCase()}` },
    INVALID("Authorization header"),
  ],
];

for (const [what, credentials, expected] of PLACES) {
  places(what, () => {
    const { ctx } = openWorld();
    assert.is(
      outcome(() => authenticate(ctx, { ...none, ...credentials })),
      expected,
    );
  });
}

places.run();

const scopes = suite("requireScopes");

const missing = (scope: string) => `403 permission_denied: API key missing required scope '${scope}'`;

const SCOPES: [held: string[], needed: Scope[], expected: string][] = [
  [["person:read"], ["person:read"], "passes"],
  [["person:read"], ["person:write"], missing("person:write")],
  [["person:write"], ["person:read"], "passes"],
  [["person:write"], ["cohort:read"], missing("cohort:read")],
  [["*"], ["person:write", "cohort:read"], "passes"],
  [["person:read"], ["person:read", "cohort:read"], missing("cohort:read")],
  [["cohort:read"], ["person:read", "cohort:write"], missing("person:read")],
  [["project:write"], ["*"], "403 permission_denied: This action does not support Personal API Key access"],
  [["*"], ["*"], "passes"],
];

for (const [held, needed, expected] of SCOPES) {
  scopes(`case 200: ${held} for ${needed}`, async () => {
    const { ctx } = openWorld();
    const key = await createKey(ctx, { label: "x", scopes: held, projects: [] });
    assert.is(
      outcome(() => requireScopes(key, needed)),
      expected,
    );
  });
}

scopes.run();

const limits = suite("requireProject");

limits("lets a limited key into its projects only, and to no route without one (3.4)", async () => {
  const { ctx } = openWorld();
  const limited = await createKey(ctx, { label: "x", scopes: ["*"], projects: [2] });
  const free = await createKey(ctx, { label: "y", scopes: ["*"], projects: [] });
  const to = (key: typeof free, id: number | null) => outcome(() => requireProject(key, id));
  assert.equal([to(free, 1), to(free, null), to(limited, 2)], ["passes", "passes", "passes"]);
  assert.is(to(limited, 1), "403 permission_denied: API key does not have access to the requested project: ID 1.");
  assert.match(to(limited, null), /^403 .*only supported on project-based endpoints\.$/);
});

limits.run();

const still = suite("stillPasses");

still("says no once the key was revoked, rolled, or may no longer do this or touch the project", async () => {
  const { ctx } = openWorld();
  await createProject(ctx, { name: "second" });
  const losses: [string, (id: string) => unknown, boolean][] = [
    ["nothing", () => {}, true],
    ["renamed", (id) => updateKey(ctx, id, { label: "z" }), true],
    ["limited to this project", (id) => updateKey(ctx, id, { projects: [1] }), true],
    ["limited to another", (id) => updateKey(ctx, id, { projects: [2] }), false],
    ["less allowed", (id) => updateKey(ctx, id, { scopes: ["person:read"] }), false],
    ["rolled", (id) => rollKey(ctx, id), false],
    ["revoked", (id) => revokeKey(ctx, id), false],
  ];
  for (const [what, lose, expected] of losses) {
    const key = await createKey(ctx, { label: "x", scopes: ["event:read"], projects: [] });
    lose(key.id);
    assert.is(stillPasses(ctx, key, { scopes: ["event:read"], projectId: 1 }), expected, what);
  }
});

still.run();
