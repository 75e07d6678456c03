import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loaded } from "./support/loaded.ts";
import { onStage } from "./support/page-stage.ts";

const tests = suite("the page: settings");
// A browser logs answers of 400 and 401, which a wrong filter and a rolled key get.
const it = onStage(tests, {}, /status of 40[01]/);

it("changes the project's calendar and names", async (stage) => {
  const { hoglet } = stage;
  const page = await stage.page("/settings");
  const general = page.getByRole("region", { name: "Project", exact: true });
  await general.getByLabel("Name", { exact: true }).fill("Shop");
  await general.getByLabel("Time zone").selectOption("Europe/Paris");
  await general.getByLabel("Weeks start on").selectOption("Monday");
  await general.getByLabel(/^Properties that name a person/).fill("nickname\nemail\n");
  await general.getByRole("button", { name: "Save" }).click();
  await general.getByText("Saved.").waitFor();
  const { id } = hoglet.project;
  const project = await hoglet.projects.get(id);
  assert.equal([project.name, project.timezone, project.week_start_day], ["Shop", "Europe/Paris", 1]);
  assert.equal(project.person_display_name_properties, ["nickname", "email"]);
});

it("leaves out test accounts by filters", async (stage) => {
  const page = await stage.page("/settings");
  const accounts = page.getByRole("region", { name: "Test accounts" });
  await accounts.getByRole("button", { name: "+ Filter" }).click();
  await accounts.getByLabel("Property of filter 1").fill("email");
  await accounts.getByLabel("Operator of filter 1").selectOption("not_icontains");
  await accounts.getByLabel("Value of filter 1").fill("@example.com");
  await accounts.getByRole("button", { name: "Save" }).click();
  await accounts.getByText("Saved.").waitFor();
  const { test_account_filters: filters } = await stage.hoglet.projects.get(stage.hoglet.project.id);
  assert.equal(filters, [{ key: "email", type: "person", operator: "not_icontains", value: "@example.com" }]);
});

it("tests a range with two numbers", async (stage) => {
  const page = await stage.page("/settings");
  const accounts = page.getByRole("region", { name: "Test accounts" });
  await accounts.getByRole("button", { name: "+ Filter" }).click();
  await accounts.getByLabel("Property of filter 1").fill("age");
  await accounts.getByLabel("Operator of filter 1").selectOption("between");
  await accounts.getByLabel("Value of filter 1").fill("18");
  await accounts.getByLabel("Value 2 of filter 1").fill("99");
  await accounts.getByRole("button", { name: "Save" }).click();
  await accounts.getByText("Saved.").waitFor();
  const { test_account_filters: filters } = await stage.hoglet.projects.get(stage.hoglet.project.id);
  assert.equal(filters, [{ key: "age", type: "person", operator: "between", value: ["18", "99"] }]);
});

it("keeps rules of path cleaning in their order", async (stage) => {
  const page = await stage.page("/settings");
  const cleaning = page.getByRole("region", { name: "Path cleaning" });
  for (const [place, rule] of [
    ["\\d+", ":id"],
    ["/orders/.*", "/orders"],
  ].entries()) {
    await cleaning.getByRole("button", { name: "Add a rule" }).click();
    await cleaning.getByLabel(`Pattern ${place + 1}`).fill(rule[0] ?? "");
    await cleaning.getByLabel(`Replace with ${place + 1}`).fill(rule[1] ?? "");
  }
  await cleaning.getByRole("button", { name: "Move rule 2 up" }).click();
  await cleaning.getByRole("button", { name: "Save" }).click();
  await cleaning.getByText("Saved.").waitFor();
  const { path_cleaning_filters: rules } = await stage.hoglet.projects.get(stage.hoglet.project.id);
  assert.equal(rules, [
    { regex: "/orders/.*", alias: "/orders" },
    { regex: "\\d+", alias: ":id" },
  ]);
});

it("makes a key that works, shown once; rolls and revokes it", async (stage) => {
  const page = await stage.page("/settings");
  await page.getByRole("button", { name: "Create a key" }).click();
  const form = page.getByRole("dialog", { name: "Create a key" });
  await form.getByLabel("Label").fill("laptop");
  await form.getByLabel("do only this").check();
  await form.getByRole("button", { name: "Create" }).click();
  await form.getByText("Choose at least one thing").waitFor();
  await form.getByLabel("person", { exact: true }).selectOption("read");
  await form.getByRole("button", { name: "Create" }).click();
  const shown = page.getByLabel("Value of laptop");
  const value = (await shown.textContent()) ?? "";
  assert.match(value, /^phx_\w+$/);

  const status = async (path: string, key: string) =>
    (await fetch(`${stage.url}/api/projects/@current/${path}`, { headers: { authorization: `Bearer ${key}` } })).status;
  assert.equal([await status("persons/", value), await status("cohorts/", value)], [200, 403]);

  await page.reload();
  await page.getByRole("button", { name: "Roll laptop" }).waitFor();
  assert.is((await page.content()).includes(value), false);

  await page.getByRole("button", { name: "Roll laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Roll" }).click();
  const rolled = (await shown.textContent()) ?? "";
  assert.equal([await status("persons/", value), await status("persons/", rolled)], [401, 200]);

  await page.getByRole("button", { name: "Revoke laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke laptop" }).waitFor({ state: "detached" });
  assert.is(await status("persons/", rolled), 401);
});

it("makes a project, and deletes it once its name was typed", async (stage) => {
  const { hoglet } = stage;
  const page = await stage.page("/settings");
  await page.getByLabel("New project").fill("Staging");
  await page.getByRole("button", { name: "Create project" }).click();
  await page.getByRole("button", { name: "Show Staging" }).click();
  // A request about the deleted project would be an error of the console.
  await loaded(page);
  await page.getByRole("button", { name: "Delete Staging" }).click();
  const form = page.getByRole("dialog", { name: "Delete Staging?" });
  const remove = form.getByRole("button", { name: "Delete the project" });
  await form.getByLabel(/^Its name/).fill("staging");
  assert.is(await remove.isDisabled(), true);
  await form.getByLabel(/^Its name/).fill("Staging");
  await remove.click();
  await page.getByRole("button", { name: "Delete Staging" }).waitFor({ state: "detached" });
  const { results } = await hoglet.projects.list();
  assert.equal(
    results.map(({ id }) => id),
    [hoglet.project.id],
  );
});

it("shows who changed what, page by page", async (stage) => {
  const { hoglet } = stage;
  for (let place = 1; place <= 25; place++) await hoglet.cohorts.create({ name: `Cohort ${place}`, is_static: true });
  const { total_count: total } = await hoglet.activity.list();
  const page = await stage.page("/settings");
  await page.getByText("cohort “Cohort 25”: created").waitFor();
  await page.getByText(`Page 1 of ${Math.ceil(total / 20)}`).waitFor();
  await page.getByRole("button", { name: "Older" }).click();
  await page.getByText("cohort “Cohort 1”: created").waitFor();
});

it("checks the database by a button", async (stage) => {
  const page = await stage.page("/settings");
  const database = page.getByRole("region", { name: "Database" });
  await database.getByRole("button", { name: "Check the database" }).click();
  await database.getByText("No error was found").waitFor();
  assert.is(await database.getByRole("button", { name: "Repair" }).count(), 0);
});

tests.run();
