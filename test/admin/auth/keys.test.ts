import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listActivity } from "../../../lib/admin/activity/index.ts";
import {
  createKey,
  findKey,
  getKey,
  KeyInput,
  listKeys,
  revokeKey,
  rollKey,
  updateKey,
} from "../../../lib/admin/auth/index.ts";
import type { NewPersonalApiKey } from "../../../lib/admin/auth/index.ts";
import { HogletError } from "../../../lib/base/errors.ts";
import { parse } from "../../../lib/base/parse.ts";
import { openWorld } from "../../support/world.ts";

const HOUR_MS = 3_600_000;

async function refusal(run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
    return "accepted";
  } catch (error) {
    return error instanceof HogletError ? `${error.status} ${error.code} ${error.attr}` : String(error);
  }
}

const create = suite("createKey");

create("gives phx_ and 47 or 48 characters, stores their SHA-256 only, and shows them once (3.1)", async () => {
  const { ctx } = openWorld();
  const { id, value, mask_value } = await createKey(ctx, { label: "ci", scopes: ["person:read"], projects: [] });
  assert.match(value, /^phx_[0-9A-Za-z]{45,48}$/);
  assert.is(mask_value, `phx_...${value.slice(-4)}`);
  assert.not("value" in getKey(ctx, id));
  const stored = JSON.stringify(ctx.db.sql("SELECT * FROM personal_api_keys").all());
  assert.not.ok(stored.includes(value));
  assert.match(stored, /"sha256\$[0-9a-f]{64}"/);
});

create("case 206: refuses a blank label, missing and unknown scopes, unknown projects", async () => {
  const { ctx } = openWorld();
  const refused = (input: object) =>
    refusal(async () => createKey(ctx, parse(KeyInput, { label: "x", scopes: ["*"], ...input })));
  assert.is(await refused({ label: " " }), "400 blank label");
  assert.is(await refused({ label: "x".repeat(41) }), "400 max_length label");
  assert.is(await refused({ scopes: undefined }), "400 required scopes");
  assert.is(await refused({ scopes: ["invalid"] }), "400 invalid_input scopes");
  assert.is(await refused({ projects: [9] }), "400 invalid_input projects");
  assert.is(await refused({ colour: "red" }), "400 unknown_field colour");
});

create("case 199: an empty list of scopes, which opens everything in PostHog, is refused", async () => {
  assert.is(await refusal(async () => parse(KeyInput, { label: "all", scopes: [] })), "400 blank scopes");
});

create.run();

const find = suite("findKey");

find("finds by the whole value, and notes its use at most once an hour", async () => {
  const { ctx, clock } = openWorld();
  const { id, value } = await createKey(ctx, { label: "ci", scopes: ["*"], projects: [] });
  assert.is(findKey(ctx, `${value}x`), undefined);
  assert.is(getKey(ctx, id).last_used_at, null);
  const used = (afterMs: number) => {
    clock.nowMs += afterMs;
    findKey(ctx, value);
    return getKey(ctx, id).last_used_at;
  };
  assert.is(used(0), "2024-06-10T12:00:00Z");
  assert.is(used(HOUR_MS - 1), "2024-06-10T12:00:00Z");
  assert.is(used(1), "2024-06-10T13:00:00Z");
});

find("still answers when the use cannot be noted", async () => {
  const warnings: string[] = [];
  const logger = { info() {}, error() {}, warn: (message: string) => void warnings.push(message) };
  const { ctx } = openWorld({ logger });
  const { id, value } = await createKey(ctx, { label: "ci", scopes: ["*"], projects: [] });
  ctx.db.sqlite.pragma("query_only = ON");
  assert.is(findKey(ctx, value)?.id, id);
  await Promise.resolve();
  assert.equal(warnings, ["last use of a key was not noted"]);
});

find.run();

const edit = suite("updateKey, rollKey, revokeKey");

edit("changes what is given and nothing else", async () => {
  const { ctx } = openWorld();
  const { id, value } = await createKey(ctx, { label: "ci", scopes: ["person:read"], projects: [1] });
  await updateKey(ctx, id, { label: "new" });
  const { label, scopes, scoped_projects } = await updateKey(ctx, id, { scopes: ["plugin:write"] });
  assert.equal([label, scopes, scoped_projects], ["new", ["plugin:write"], [1]]);
  assert.is(findKey(ctx, value)?.id, id);
  assert.is(await refusal(() => updateKey(ctx, "nope", { label: "x" })), "404 not_found null");
});

edit("case 208: rolling keeps id, label and scopes and changes value, mask and last_rolled_at", async () => {
  const { ctx } = openWorld();
  const before = await createKey(ctx, { label: "ci", scopes: ["person:read"], projects: [] });
  const after = await rollKey(ctx, before.id);
  assert.equal([after.id, after.label, after.scopes], [before.id, "ci", ["person:read"]]);
  assert.is.not(after.value, before.value);
  assert.is(after.mask_value, `phx_...${after.value.slice(-4)}`);
  assert.is(after.last_rolled_at, "2024-06-10T12:00:00Z");
  assert.is(findKey(ctx, before.value), undefined);
  assert.is(findKey(ctx, after.value)?.id, before.id);
});

edit("revokes at once and lists the others, newest first", async () => {
  const { ctx, clock } = openWorld();
  const made: NewPersonalApiKey[] = [];
  for (const label of ["a", "b"]) {
    clock.nowMs += 1;
    made.push(await createKey(ctx, { label, scopes: ["*"], projects: [] }));
  }
  await revokeKey(ctx, made[0]?.id ?? "");
  assert.is(findKey(ctx, made[0]?.value ?? ""), undefined);
  assert.equal(
    listKeys(ctx).map((key) => key.label),
    ["b", "first key"],
  );
  assert.is(await refusal(() => revokeKey(ctx, made[0]?.id ?? "")), "404 not_found null");
});

edit("leaves a history in which values are masked", async () => {
  const { ctx } = openWorld();
  const by = { kind: "key", id: "k", label: "boss" } as const;
  const { id, value } = await createKey(ctx, { label: "ci", scopes: ["person:read"], projects: [] }, by);
  await updateKey(ctx, id, { label: "ci", scopes: ["*"] }, by);
  const rolled = await rollKey(ctx, id);
  await revokeKey(ctx, id, by);
  const { results } = listActivity(ctx, null, { page: 1, limit: 10, scope: "PersonalApiKey", item_id: id });
  assert.equal(
    results.map((entry) => `${entry.user.first_name} ${entry.activity} ${entry.detail.name}`),
    ["boss deleted ci", "System rolled ci", "boss updated ci", "boss created ci"],
  );
  assert.equal(results[2]?.detail.changes, [
    { type: "PersonalApiKey", action: "changed", field: "scopes", before: ["person:read"], after: ["*"] },
  ]);
  assert.equal(results[1]?.detail.changes[0]?.after, rolled.mask_value);
  const text = JSON.stringify(results);
  assert.not.ok(text.includes(value) || text.includes(rolled.value));
});

edit.run();
