import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createKey } from "../../lib/admin/auth/index.ts";
import { createProject } from "../../lib/admin/projects/index.ts";
import { send } from "../flags/given-flags.ts";
import { dependsOn, openApi, P } from "./feature-flag-api.ts";
import type { Body } from "./feature-flag-api.ts";

const actions = suite("actions of feature flags");

actions("tell the value and the reason for a distinct id, and the outcome of each condition", async () => {
  const { ask, make, fetch } = openApi();
  await send(fetch, { event: "$set", distinct_id: "u", $set: { plan: "pro" } });
  const pro = { properties: [{ key: "plan", type: "person", operator: "exact", value: ["pro"] }] };
  await make({ key: "pro", filters: { groups: [{ rollout_percentage: 0 }, pro] } });
  await make({ key: "off", active: false });
  assert.equal((await ask("GET", `${P}/evaluation_reasons?distinct_id=u`)).body, {
    off: { value: false, evaluation: { reason: "disabled", condition_index: null } },
    pro: { value: true, evaluation: { reason: "condition_match", condition_index: 1 } },
  });
  assert.is((await ask("GET", `${P}/evaluation_reasons`)).status, 400);
  const tested = await ask("POST", `${P}/1/test_evaluation`, { distinct_id: "u" });
  assert.equal(tested.body, {
    value: true,
    payload: null,
    reason: { code: "condition_match", condition_index: 1, description: "Matched condition set 2" },
    conditions: [
      { condition_index: 0, matched: false, reason: "out_of_rollout_bound" },
      { condition_index: 1, matched: true, reason: "condition_match" },
    ],
  });
  const mine = (await ask("GET", `${P}/my_flags`)).body as unknown as {
    feature_flag: { key: string };
    value: boolean;
  }[];
  assert.equal(
    mine.map(({ feature_flag: flag, value }) => [flag.key, value]),
    [["pro", false]],
  );
});

actions("count the persons and the groups that a condition reaches", async () => {
  const { ask, fetch } = openApi();
  for (const [id, plan] of [
    ["a", "pro"],
    ["b", "PRO"],
    ["c", "free"],
  ]) {
    await send(fetch, { event: "$set", distinct_id: id, $set: { plan } });
  }
  const group = { $group_type: "company", $group_key: "acme", $group_set: { size: 9 } };
  await send(fetch, { event: "$groupidentify", distinct_id: "a", properties: group });
  const radius = async (body: object) => (await ask("POST", `${P}/user_blast_radius`, body)).body;
  const pro = {
    properties: [{ key: "plan", type: "person", operator: "exact", value: "pro" }],
    rollout_percentage: 1,
    variant: "a",
  };
  assert.equal(await radius({ condition: pro }), { users_affected: 2, total_users: 3, affected: 2, total: 3 });
  assert.is((await radius({ condition: {} }))["affected"], 3);
  const large = { properties: [{ key: "size", type: "group", group_type_index: 0, operator: "gt", value: 5 }] };
  assert.equal(await radius({ condition: large, group_type_index: 0 }), {
    users_affected: 1,
    total_users: 1,
    affected: 1,
    total: 1,
  });
  assert.is((await radius({}))["attr"], "condition");
});

actions(
  "switch on and off, archive, name dependents and statuses, keys and histories, and delete in bulk",
  async () => {
    const { ask, make } = openApi();
    await make({ key: "leaf" });
    await make({ key: "root", name: "r", filters: { groups: [{ properties: [dependsOn("1")] }] } });
    await make({ key: "third" });
    assert.is((await ask("POST", `${P}/3/disable`)).body["active"], false);
    assert.is((await ask("POST", `${P}/3/enable`)).body["active"], true);
    assert.is((await ask("POST", `${P}/3/archive`)).body["archived"], true);
    assert.is((await ask("POST", `${P}/3/unarchive`)).body["archived"], false);
    assert.equal((await ask("GET", `${P}/1/dependent_flags`)).body, [{ id: 2, key: "root", name: "r" }]);
    assert.is((await ask("GET", `${P}/1/status`)).body["status"], "ACTIVE");
    assert.is((await ask("GET", `${P}/77/status`)).status, 404);
    assert.equal((await ask("POST", `${P}/bulk_keys`, { ids: [1, 99] })).body["keys"], { "1": "leaf" });
    const history = (await ask("GET", `${P}/3/activity`)).body["results"] as { activity: string; detail: Body }[];
    assert.equal(
      history.map(({ activity }) => activity),
      ["updated", "updated", "updated", "updated", "created"],
    );
    const [change] = (history[3]?.detail["changes"] ?? []) as Body[];
    assert.equal(
      [history[3]?.detail["name"], change?.["type"], change?.["field"], change?.["before"], change?.["after"]],
      ["third", "FeatureFlag", "active", true, false],
    );
    const deleted = (await ask("POST", `${P}/bulk_delete`, { ids: [1, 3, 99] })).body;
    assert.equal(deleted["deleted"], [
      { id: 3, key: "third", rollout_state: "fully_rolled_out", active_variant: null },
    ]);
    assert.equal(
      (deleted["errors"] as Body[]).map(({ id, key }) => [id, key]),
      [
        [1, "leaf"],
        [99, undefined],
      ],
    );
    assert.is((await ask("POST", `${P}/bulk_delete`, {})).body["detail"], "Must provide either filters or ids");
    assert.is((await ask("POST", `${P}/bulk_delete`, { filters: { x: 1 } })).body["detail"], "Unknown filter keys: x");
    const rest = (await ask("POST", `${P}/bulk_delete`, { filters: { key: "root" } })).body["deleted"] as Body[];
    assert.equal(
      rest.map(({ key }) => key),
      ["root"],
    );
  },
);

actions("keep projects apart, and ask for the scope", async () => {
  const { ask, make, ctx } = openApi();
  await make({ key: "mine" });
  const second = await createProject(ctx, { name: "second", api_token: "phc_second" });
  const other = `/api/projects/${second.id}/feature_flags`;
  assert.is((await ask("GET", `${other}/1`)).status, 404);
  assert.is((await ask("PATCH", `${other}/1`, { name: "x" })).status, 404);
  const foreign = { key: "x", filters: { groups: [{ properties: [dependsOn("1")] }] } };
  assert.match(String((await ask("POST", other, foreign)).body["detail"]), /non-existent flag with ID 1$/);
  assert.is((await ask("POST", other, { key: "mine" })).status, 201, "the key is free there");
  const reader = await createKey(ctx, { label: "reader", scopes: ["feature_flag:read"], projects: [] });
  assert.is((await ask("GET", P, undefined, reader.value)).status, 200);
  assert.is((await ask("POST", P, { key: "y" }, reader.value)).status, 403);
  assert.is((await ask("GET", "/api/feature_flag/", undefined, reader.value)).body["count"], 1);
});

actions("give remote config only of flags that are remote config, by id and by key", async () => {
  const { ask, make } = openApi();
  await make({ key: "plain", filters: { groups: [{}], payloads: { true: "1" } } });
  await make({
    key: "config",
    is_remote_configuration: true,
    filters: { groups: [{}], payloads: { true: '{"a":1}' } },
  });
  assert.is((await ask("GET", `${P}/plain/remote_config`)).status, 404);
  for (const id of ["2", "config"])
    assert.is((await ask("GET", `${P}/${id}/remote_config`)).body as unknown, '{"a":1}');
});

actions("make a static cohort of the persons who have a flag now, by stored properties", async () => {
  const { ask, make, fetch } = openApi();
  for (const [id, plan] of [
    ["a", "pro"],
    ["b", "free"],
    ["c", "pro"],
  ]) {
    await send(fetch, { event: "$set", distinct_id: id, $set: { plan } });
  }
  const pro = { properties: [{ key: "plan", type: "person", operator: "exact", value: ["pro"] }] };
  await make({
    key: "pro",
    filters: { groups: [pro], multivariate: { variants: [{ key: "x", rollout_percentage: 100 }] } },
  });
  const { status, body } = await ask("POST", `${P}/1/create_static_cohort_for_flag/`);
  const cohort = body["cohort"] as Body;
  assert.equal([status, cohort["is_static"], cohort["count"]], [201, true, 2]);
  assert.match(String(cohort["name"]), /^Users with feature flag pro enabled at 2024-/);
  const members = (await ask("GET", `/api/projects/1/cohorts/${String(cohort["id"])}/persons`)).body[
    "results"
  ] as Body[];
  assert.equal(members.map(({ distinct_ids: ids }) => ids).toSorted() as unknown, [["a"], ["c"]]);
  await make({ key: "companies", filters: { groups: [{}], aggregation_group_type_index: 0 } });
  assert.is((await ask("POST", `${P}/2/create_static_cohort_for_flag/`)).status, 400);
  assert.is((await ask("POST", `${P}/9/create_static_cohort_for_flag/`)).status, 404);
});

actions("keep a cohort that a flag uses from being deleted", async () => {
  const { ask, make } = openApi();
  const cohorts = "/api/projects/1/cohorts";
  await ask("POST", cohorts, { name: "friends", is_static: true });
  const friends = { properties: [{ key: "id", type: "cohort", operator: "in", value: 1 }] };
  await make({ key: "beta", filters: { groups: [friends] } });
  const refusal = [
    400,
    "This cohort is used in 1 feature flag: beta. Please remove the cohort from these feature flags before deleting it.",
  ];
  for (const [method, fields] of [["DELETE"], ["PATCH", { deleted: true }]] as [string, object?][]) {
    const refused = await ask(method, `${cohorts}/1/`, fields);
    assert.equal([refused.status, refused.body["detail"]], refusal);
  }
  assert.is((await ask("PATCH", `${cohorts}/1/`, { name: "close friends" })).status, 200);
  await ask("PATCH", `${P}/1/`, { deleted: true });
  assert.is((await ask("DELETE", `${cohorts}/1/`)).status, 204);
});

actions.run();
