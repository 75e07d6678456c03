import { suite } from "uvu";
import * as assert from "uvu/assert";
import { dependsOn, openApi, P } from "./feature-flag-api.ts";
import { TOKEN } from "./flag-context.ts";
import type { Body } from "./feature-flag-api.ts";
import { whenAll } from "../support/rounds.ts";

function person(more: object) {
  return { groups: [{ properties: [{ key: "plan", type: "person", value: "pro", ...more }] }] };
}

function variants(...shares: number[]) {
  return { variants: shares.map((share, index) => ({ key: `v${index}`, rollout_percentage: share })) };
}

const crud = suite("stored feature flags");

crud("are created with PostHog's defaults, changed, deleted by PATCH, and found afterwards", async () => {
  const { ask } = openApi();
  const created = await ask("POST", P, {
    key: "beta",
    tags: [" Shop", "shop"],
    filters: { payloads: { true: { a: 1 } } },
  });
  assert.is(created.status, 201);
  const { id, key, name, active, version, filters, tags, status, rollout_percentage } = created.body;
  assert.equal(
    { id, key, name, active, version, filters, tags, status, rollout_percentage },
    {
      id: 1,
      key: "beta",
      name: "",
      active: true,
      version: 1,
      filters: { groups: [{ properties: [], rollout_percentage: null }], payloads: { true: '{"a":1}' } },
      tags: ["shop"],
      status: "ACTIVE",
      rollout_percentage: null,
    },
  );
  const changed = await ask("PATCH", `${P}/1/`, { name: "The beta", filters: { payloads: {} } });
  assert.equal([changed.body["version"], changed.body["name"]], [2, "The beta"]);
  assert.equal(changed.body["filters"], filters, "filters without groups are ignored");
  assert.is((await ask("DELETE", `${P}/1/`)).status, 405);
  const deleted = await ask("PATCH", `${P}/1/`, { deleted: true });
  assert.equal([deleted.status, deleted.body["status"], deleted.body["key"]], [200, "DELETED", "beta"]);
  assert.is((await ask("GET", P)).body["count"], 0);
  assert.is((await ask("GET", `${P}/1`)).body["deleted"], true);
  const again = await ask("POST", P, { key: "beta" });
  assert.equal([again.status, again.body["id"]], [201, 2]);
  assert.is((await ask("GET", `${P}/1`)).status, 404, "the deleted flag of the same key is gone");
});

crud("accept no groups, and then nobody has the flag", async () => {
  const { ask, fetch } = openApi();
  assert.is((await ask("POST", P, { key: "none", filters: { groups: [] } })).status, 201);
  const reply = await fetch("/flags?v=2", { method: "POST", body: JSON.stringify({ token: TOKEN, distinct_id: "u" }) });
  const { flags } = (await reply.json()) as { flags: Record<string, { enabled: boolean; reason: Body }> };
  assert.equal([flags["none"]?.enabled, flags["none"]?.reason["condition_index"]], [false, null]);
});

crud("are refused with the words and the field of PostHog", async () => {
  const { ask, make, ctx } = openApi();
  await make({ key: "taken" });
  await make({ key: "off", active: false });
  await make({ key: "leaf" });
  await make({ key: "root", filters: { groups: [{ properties: [dependsOn("3")] }] } });
  const behaviour = '[{"event_id":"paid","days":7}]';
  ctx.db
    .sql("INSERT INTO cohorts (id, project_id, name, groups, created_at) VALUES (9, 1, 'payers', ?, 0)")
    .run(behaviour);
  const rows: [fields: object, attr: string | null, code: string, detail: RegExp][] = [
    [{ key: "taken" }, "key", "unique", /^There is already a feature flag with this key\.$/],
    [{ key: "a b" }, "key", "invalid_key", /^Only letters, numbers, hyphens \(-\) & underscores \(_\) are allowed\.$/],
    [{ key: "" }, "key", "blank", /blank/],
    [{}, "key", "required", /required/],
    [
      { filters: person({ type: "event" }) },
      "filters",
      "invalid_input",
      /can only use person, cohort, and flag properties/,
    ],
    [
      { filters: { aggregation_group_type_index: 0, ...person({}) } },
      "filters",
      "invalid_input",
      /can only use group properties/,
    ],
    [
      { filters: { groups: [{ properties: [{ ...dependsOn("1"), operator: "exact" }] }] } },
      "filters",
      "invalid_input",
      /must use the 'flag_evaluates_to' operator/,
    ],
    [
      { filters: { groups: [], multivariate: variants(50, 40) } },
      "filters",
      "invalid_input",
      /^Invalid variant definitions: Variant rollout percentages must sum to 100\.$/,
    ],
    [
      { filters: { groups: [{ variant: "x" }], multivariate: variants(100) } },
      "filters",
      "invalid_input",
      /variant override does not exist/,
    ],
    [
      { filters: person({ value: Array.from({ length: 1001 }, String) }) },
      "filters",
      "invalid_input",
      /of type plan cannot contain more than 1000 values\.$/,
    ],
    [
      { filters: person({ key: "id", type: "cohort", value: 9 }) },
      "filters",
      "behavioral_cohort_found",
      /^Cohort 'payers' with filters on events/,
    ],
    [
      { filters: person({ key: "id", type: "cohort", value: 77 }) },
      "filters",
      "cohort_does_not_exist",
      /^Cohort with id 77 does not exist$/,
    ],
    [
      { filters: person({ operator: "is_date_before", value: "soon" }) },
      "filters",
      "invalid_date",
      /^Invalid date value: soon$/,
    ],
    [
      { filters: person({ operator: "icontains", value: 3 }) },
      "filters",
      "invalid_value",
      /^Invalid value for operator icontains: 3$/,
    ],
    [
      { filters: person({ operator: "in" }) },
      "filters",
      "invalid_operator",
      /^The 'in' operator is only valid for cohort properties, not 'person' properties\.$/,
    ],
    [{ filters: { payloads: [] } }, "filters__payloads", "invalid_input", /Payloads must be passed as a dictionary/],
    [
      { filters: { payloads: { true: "{" } } },
      "filters__payloads__true",
      "invalid_input",
      /Payload value is not valid JSON/,
    ],
    [
      { filters: { payloads: { blue: "1" } } },
      "filters",
      "invalid_input",
      /Payload keys must be 'true' for boolean flags/,
    ],
    [
      { filters: { groups: [], multivariate: variants(100), payloads: { true: "1" } } },
      "filters",
      "invalid_input",
      /must match a variant key/,
    ],
    [
      { filters: { groups: [{ properties: [dependsOn("leaf")] }] } },
      "filters",
      "invalid_input",
      /not flag keys\. Invalid reference: 'leaf'$/,
    ],
    [
      { filters: { groups: [{ properties: [dependsOn("99")] }] } },
      "filters",
      "invalid_input",
      /non-existent flag with ID 99$/,
    ],
    [
      { filters: { groups: [{ properties: [dependsOn("2")] }] } },
      "filters",
      "invalid_input",
      /^Cannot create dependency on disabled flag 'off' \(ID: 2\)\./,
    ],
    [
      { filters: { groups: [{ rollout_percentage: 101 }] } },
      "filters__groups__0__rollout_percentage",
      "max_value",
      /100/,
    ],
    [{ has_encrypted_payloads: true }, "has_encrypted_payloads", "invalid_input", /not encrypted/],
  ];
  for (const [fields, attr, code, detail] of rows) {
    const body = Object.keys(fields).length === 0 || "key" in fields ? fields : { key: "new", ...fields };
    const refused = await ask("POST", P, body);
    assert.is(refused.status, 400, JSON.stringify(fields));
    assert.equal([refused.body["type"], refused.body["attr"], refused.body["code"]], ["validation_error", attr, code]);
    assert.match(String(refused.body["detail"]), detail);
  }
  const changes: [id: number, fields: object, detail: RegExp][] = [
    [
      3,
      { filters: { groups: [{ properties: [dependsOn("4")] }] } },
      /^Circular dependency detected: leaf → root → leaf$/,
    ],
    [3, { filters: { groups: [{ properties: [dependsOn("3")] }] } }, /^Feature flag 'leaf' cannot depend on itself$/],
    [
      3,
      { deleted: true },
      /^Cannot delete this feature flag because other flags depend on it: root \(ID: 4\)\. Please update or delete/,
    ],
    [3, { active: false }, /^Cannot disable this feature flag because other flags depend on it: root \(ID: 4\)\./],
  ];
  for (const [id, fields, detail] of changes) {
    const refused = await ask("PATCH", `${P}/${id}/`, fields);
    assert.is(refused.status, 400, JSON.stringify(fields));
    assert.match(String(refused.body["detail"]), detail);
  }
  assert.is((await ask("PATCH", `${P}/4/`, { active: false })).status, 200);
  assert.is((await ask("PATCH", `${P}/3/`, { active: false })).status, 200, "a dependent that is off does not count");
  const enabled = await ask("PATCH", `${P}/4/`, { active: true });
  assert.match(
    String(enabled.body["detail"]),
    /^Cannot enable this feature flag because it depends on disabled flags: leaf \(ID: 3\)\./,
  );
});

whenAll(crud)("are bounded together, since definitions and answers hold all of them", async () => {
  const { ask, ctx } = openApi();
  const filters = { groups: [{}], payloads: { true: JSON.stringify("x".repeat(200_000)) } };
  const statuses: number[] = [];
  for (let index = 0; index < 45; index++) {
    statuses.push((await ask("POST", P, { key: `large-${index}`, filters })).status);
  }
  // 8 MiB hold 41 such flags.
  assert.equal(statuses, [...Array.from({ length: 41 }, () => 201), 400, 400, 400, 400]);
  assert.is(ctx.db.sql("SELECT count(*) FROM feature_flags").pluck().get(), 41);
  const refused = await ask("POST", P, { key: "more", filters });
  assert.is(refused.body["attr"], "filters");
  assert.is((await ask("PATCH", `${P}/1`, { active: false })).status, 200, "others stay as they are");
  assert.is((await ask("PATCH", `${P}/1`, { filters: { groups: [], payloads: {} } })).status, 200);
  assert.is((await ask("POST", P, { key: "more", filters })).status, 201);
});

crud("refuse a change of a field that another changed meanwhile, and of no other", async () => {
  const { ask, make } = openApi();
  const original = await make({ key: "beta", name: "one" });
  await ask("PATCH", `${P}/1`, { name: "two" });
  const lost = await ask("PATCH", `${P}/1`, { name: "three", version: 1, original_flag: original });
  assert.is(lost.status, 409);
  assert.match(
    String(lost.body["detail"]),
    /^The feature flag was updated by first key since you started editing it\. Please refresh/,
  );
  assert.is((await ask("PATCH", `${P}/1`, { active: false, version: 1, original_flag: original })).status, 200);
  assert.is((await ask("PATCH", `${P}/1`, { name: "two", version: 1, original_flag: original })).status, 200);
});

crud("rename what early access asks for together with the key", async () => {
  const { ask, make } = openApi();
  const property = { key: "$feature_enrollment/old", type: "person", operator: "exact", value: ["true"] };
  await make({
    key: "old",
    filters: { groups: [{}], super_groups: [{ properties: [property], rollout_percentage: 100 }] },
  });
  const { body } = await ask("PATCH", `${P}/1`, { key: "new" });
  const { super_groups: groups } = body["filters"] as { super_groups: { properties: { key: string }[] }[] };
  assert.is(groups[0]?.properties[0]?.key, "$feature_enrollment/new");
});

crud("are listed by every filter and order, page by page", async () => {
  const { ask, make, ctx } = openApi();
  await make({ key: "a-old", tags: ["web"], name: "first thing" });
  await make({
    key: "b-red",
    filters: { groups: [{}], multivariate: { variants: [{ key: "r", rollout_percentage: 100 }] } },
  });
  await make({ key: "c-config", is_remote_configuration: true, evaluation_runtime: "server", tags: ["api"] });
  await make({ key: "d-off", active: false, evaluation_tags: ["docs"] });
  const day = 86_400_000;
  ctx.db.sql("UPDATE feature_flags SET created_at = created_at - ? WHERE id = 1").run(40 * day);
  const keys = async (query: string) =>
    ((await ask("GET", `${P}/?${query}`)).body["results"] as { key: string }[]).map(({ key }) => key);
  const rows: [query: string, keys: string[]][] = [
    ["", ["d-off", "c-config", "b-red", "a-old"]],
    ["order=key", ["a-old", "b-red", "c-config", "d-off"]],
    ["order=-key&limit=1&offset=1", ["c-config"]],
    ["active=false", ["d-off"]],
    ["active=true&order=key", ["a-old", "b-red", "c-config"]],
    ["active=STALE", ["a-old"]],
    ["search=THING", ["a-old"]],
    ["key=b-red", ["b-red"]],
    ["type=multivariant", ["b-red"]],
    ["type=remote_config", ["c-config"]],
    ["type=boolean&order=key", ["a-old", "d-off"]],
    ["type=experiment", []],
    ["evaluation_runtime=server", ["c-config"]],
    [`excluded_properties=${encodeURIComponent('["a-old","b-red"]')}`, ["d-off", "c-config"]],
    [`tags=${encodeURIComponent('["web","api"]')}`, ["c-config", "a-old"]],
    [`excluded_tags=${encodeURIComponent('["web"]')}`, ["d-off", "c-config", "b-red"]],
    ["has_evaluation_tags=true", ["d-off"]],
    ["created_by_id=nobody", []],
  ];
  for (const [query, wanted] of rows) assert.equal(await keys(query), wanted, query);
  const page = (await ask("GET", `${P}?limit=3`)).body;
  assert.is(page["count"], 4);
  assert.match(String(page["next"]), /limit=3&offset=3$/);
  assert.is((await ask("GET", `${P}?order=color`)).body["attr"], "order");
  assert.equal((await ask("GET", `${P}/matching_ids?active=true`)).body, { ids: [3, 2, 1], total: 3 });
});

crud.run();
