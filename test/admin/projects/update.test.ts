import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listActivity } from "../../../lib/admin/activity/index.ts";
import { HogletError } from "../../../lib/base/errors.ts";
import { createProject, getProject, ProjectSettings, updateProject } from "../../../lib/admin/projects/index.ts";
import { parse } from "../../../lib/base/parse.ts";
import { createHoglet } from "../../../lib/index.ts";
import { openWorld } from "../../support/world.ts";

const SETTINGS: ProjectSettings = {
  name: "shop",
  timezone: "Europe/Paris",
  week_start_day: 1,
  person_display_name_properties: ["nick"],
  test_account_filters: [{ key: "email", operator: "not_icontains", value: "@ours.test", type: "person" }],
  path_cleaning_filters: [{ alias: "/user/:id", regex: "/user/\\d+" }],
  anonymize_ips: true,
  person_processing_opt_out: true,
};

const update = suite("updateProject");

update("changes every setting, and leaves what is absent", async () => {
  const { ctx } = openWorld();
  const before = getProject(ctx, 1);
  assert.equal(await updateProject(ctx, 1, {}), before);
  assert.equal(await updateProject(ctx, 1, SETTINGS), { ...before, ...SETTINGS });
  assert.equal(await updateProject(ctx, 1, { week_start_day: 0 }), { ...before, ...SETTINGS, week_start_day: 0 });
  assert.equal(getProject(ctx, 2).name, "second");
});

update("takes null for the defaults", async () => {
  const { ctx } = openWorld();
  await updateProject(ctx, 1, SETTINGS);
  const none = { week_start_day: null, person_display_name_properties: null, path_cleaning_filters: null };
  const after = await updateProject(ctx, 1, parse(ProjectSettings, none));
  assert.equal([after.week_start_day, after.person_display_name_properties, after.path_cleaning_filters], [0, [], []]);
});

const REFUSED: [input: object, attr: string][] = [
  [{ name: "" }, "name"],
  [{ timezone: "Mars/Olympus" }, "timezone"],
  [{ week_start_day: 3 }, "week_start_day"],
  [{ person_display_name_properties: "email" }, "person_display_name_properties"],
  [{ test_account_filters: [{ key: "a", operator: "like" }] }, "test_account_filters"],
  [{ path_cleaning_filters: [{ alias: "a", regex: "(" }] }, "path_cleaning_filters__0__regex"],
  [{ anonymize_ips: "yes" }, "anonymize_ips"],
];

for (const [input, attr] of REFUSED) {
  update(`refuses ${JSON.stringify(input)} and changes nothing`, async () => {
    await using hoglet = await createHoglet();
    const before = await hoglet.projects.get(1);
    const error: unknown = await hoglet.projects
      .update(1, { timezone: "Europe/Paris", ...input })
      .catch((thrown: unknown) => thrown);
    assert.ok(error instanceof HogletError && error.status === 400 && error.attr === attr);
    assert.equal(await hoglet.projects.get(1), before);
  });
}

update("takes a project that was read, with a change", async () => {
  await using hoglet = await createHoglet();
  const before = await hoglet.projects.get(1);
  assert.equal(await hoglet.projects.update(1, { ...(before as object), name: "shop" }), {
    ...before,
    name: "shop",
  });
});

update("logs what changed; of test account filters, which hold values, only that they did", async () => {
  const { ctx } = openWorld();
  await updateProject(ctx, 1, { timezone: "UTC" });
  await updateProject(ctx, 1, { timezone: "Europe/Paris", test_account_filters: SETTINGS.test_account_filters ?? [] });
  const { results } = listActivity(ctx, 1, { page: 1, limit: 10, scope: "Project" });
  assert.equal(
    results.map((entry) => entry.activity),
    ["updated", "created"],
  );
  assert.equal(results[0]?.detail.changes, [
    { type: "Project", action: "changed", field: "timezone", before: "UTC", after: "Europe/Paris" },
    { type: "Project", action: "changed", field: "test_account_filters", before: null, after: null },
  ]);
});

update.run();

const create = suite("createProject");

create("takes the same settings", async () => {
  const { ctx } = openWorld();
  const {
    id,
    uuid: _,
    api_token,
    created_at,
    organization,
    ...settings
  } = await createProject(ctx, {
    ...SETTINGS,
    name: "shop",
  });
  assert.equal([id, settings], [3, SETTINGS]);
  assert.match(api_token, /^phc_/);
  assert.equal([created_at, organization.length], ["2024-06-10T12:00:00Z", 36]);
});

create("refuses a token that is taken", async () => {
  const { ctx } = openWorld();
  const refused = createProject(ctx, { name: "x", api_token: "phc_two" }).then(() => "made", String);
  assert.match(await refused, /Another project has this token/);
});

create.run();
