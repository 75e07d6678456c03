import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { FlagRecord, Hoglet } from "../../../lib/index.ts";
import { readNumbers } from "./support/insight-page.ts";
import { onStage } from "./support/page-stage.ts";

const views = suite("FlagsView");

// Browsers report every answer of 400 and above, and one test saves what somebody else changed meanwhile.
const it = onStage(views, { now: "2024-05-02T10:00:00Z", demo: { persons: 130, days: 20 } }, /\b409\b/);

async function keyed(hoglet: Hoglet, key: string): Promise<FlagRecord> {
  const [flag] = (await hoglet.featureFlags.list({ key })).results;
  assert.ok(flag);
  return flag;
}

it("makes one of variants, conditions and payloads, with the fault of a payload at its field", async ({
  hoglet,
  page: open,
}) => {
  const page = await open("/flags");
  await page.getByText("There is no flag yet.").waitFor();
  await page.getByRole("button", { name: "New flag …" }).click();
  await page.getByLabel("Key", { exact: true }).fill("checkout");
  await page.getByLabel("Description").fill("One page or three");
  await page.getByRole("button", { name: "+ Variant" }).click();
  await page.getByLabel("Key of variant 2").fill("one-page");
  await page.getByLabel("Share of variant 1").fill("30");
  await page.getByText("they are 80 %").waitFor();
  await page.getByLabel("Share of variant 2").fill("70");
  const first = page.getByRole("group", { name: "Condition 1" });
  await first.getByRole("button", { name: "+ Filter" }).click();
  await first.getByLabel("Property of filter 1").fill("plan");
  await first.getByLabel("Value of filter 1").fill("free");
  await first.getByLabel("Percentage of condition 1").fill("50");
  await first.getByLabel("Variant of condition 1").selectOption("one-page");
  await page.getByRole("button", { name: "+ Condition" }).click();
  const payload = page.getByLabel("Payload of one-page (JSON)");
  await payload.fill('{"steps":');
  await page.getByText("This is no JSON").waitFor();
  assert.is(await payload.getAttribute("aria-invalid"), "true");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("alert").filter({ hasText: "A payload is no JSON." }).waitFor();
  await payload.fill('{"steps":1}');
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: "checkout" }).waitFor();

  const { filters, name } = await keyed(hoglet, "checkout");
  assert.equal([name, filters.multivariate?.variants, filters.payloads], [
    "One page or three",
    [
      { key: "control", name: "", rollout_percentage: 30 },
      { key: "one-page", name: "", rollout_percentage: 70 },
    ],
    { "one-page": '{"steps":1}' },
  ] as unknown);
  assert.equal(filters.groups as unknown, [
    {
      properties: [{ key: "plan", value: "free", operator: "exact", type: "person" }],
      rollout_percentage: 50,
      variant: "one-page",
    },
    { properties: [], rollout_percentage: 100, variant: null },
  ]);
  await page.getByText("50 % of persons, if plan is free → one-page").waitFor();
  await page.getByRole("button", { name: "Count who matches" }).click();
  const free = (await hoglet.persons.list({ properties: [{ key: "plan", type: "person", value: "free" }] })).count;
  assert.ok(free > 0 && free < 130);
  await page.getByText(`(${free} of 130 match`).waitFor();
});

it("lists them, found by a part of the key and by state", async ({ hoglet, page: open }) => {
  await hoglet.featureFlags.create({ key: "banner", active: false });
  const page = await open("/flags");
  const keys = () => page.getByRole("table", { name: "Flags" }).locator("tbody tr td:first-child a").allInnerTexts();
  await page.getByText("2 flags").waitFor();
  assert.equal(await keys(), ["banner", "checkout"]);
  await page.getByLabel("State").selectOption("false");
  await page.getByText("1 flag", { exact: true }).waitFor();
  assert.equal(await keys(), ["banner"]);
  await page.getByLabel("Search flags").fill("check");
  await page.getByText("No flag matches.").waitFor();
});

it("says what a person gets, and why", async ({ hoglet, page: open }) => {
  const plan = { key: "plan", type: "person", operator: "exact", value: "gold" };
  const { id } = await hoglet.featureFlags.create({
    key: "club",
    filters: { groups: [{ properties: [plan] }, { rollout_percentage: 0 }], payloads: { true: "7" } },
  });
  await hoglet.capture({ event: "$set", distinct_id: "rich", $set: { plan: "gold" } });
  const page = await open(`/flags/${id}`);
  const part = page.getByRole("region", { name: "Value for somebody" });
  const ask = async (distinctId: string) => {
    await part.getByLabel("Distinct id").fill(distinctId);
    await part.getByRole("button", { name: "Evaluate" }).click();
    await part.getByText(`${distinctId} gets`).waitFor();
    return part.getByRole("status").innerText();
  };
  assert.match(
    await ask("rich"),
    /^rich gets on\. Condition 1 holds, .*\n+Payload 7\n+Condition 1 holds\.\nCondition 2 /,
  );
  assert.match(await ask("poor"), /^poor gets off\. Condition 2 holds, but they are outside of its percentage\./);
  await page.getByRole("button", { name: "Switch off" }).click();
  await page.getByRole("status").filter({ hasText: "club is off now." }).waitFor();
  assert.match(await ask("rich"), /^rich gets off\. The flag is switched off\./);
});

/** A minute after nine. */
const at = (minute: number) => `2024-05-02T09:${String(minute).padStart(2, "0")}:00Z`;

it("leads to a trend and to a funnel by variant in one click each", async ({ hoglet, page: open }) => {
  const { id } = await hoglet.featureFlags.create({ key: "layout" });
  for (const [person, response] of [
    ["p1", "wide"],
    ["p2", "wide"],
    ["p3", "narrow"],
  ] as const) {
    const properties = { $feature_flag: "layout", $feature_flag_response: response };
    await hoglet.capture({ event: "$feature_flag_called", distinct_id: person, timestamp: at(1), properties });
    // A call of another flag counts in neither.
    await hoglet.capture({
      event: "$feature_flag_called",
      distinct_id: person,
      timestamp: at(2),
      properties: { $feature_flag: "club", $feature_flag_response: "other" },
    });
  }
  await hoglet.capture({ event: "order completed", distinct_id: "p1", timestamp: at(5) });
  const page = await open(`/flags/${id}`);
  const part = page.getByRole("region", { name: "Results by variant" });
  await part.getByLabel("Goal of the funnel").fill("order completed");
  await part.getByLabel("Goal of the funnel").press("Enter");
  await part.locator('a[href*="order%20completed"]').click();
  const steps = (await readNumbers(page)).map((row) => row.join(" "));
  assert.ok(
    steps.some((row) => /wide/.test(row) && /\b2\b.*\b1\b/.test(row)),
    steps.join("; "),
  );
  assert.ok(
    steps.some((row) => /narrow/.test(row) && /\b1\b.*\b0\b/.test(row)),
    steps.join("; "),
  );
  await page.goBack();
  await part.getByRole("link", { name: "Trend by variant" }).click();
  const days = await readNumbers(page);
  // One person of the narrow layout and two of the wide one, on the last day alone.
  assert.equal(days.at(-1)?.slice(1).toSorted(), ["1", "2"], days.at(-1)?.join("; "));
});

it("changes one without losing what the form does not show, and not over somebody else's change", async ({
  hoglet,
  page: open,
}) => {
  const { id } = await hoglet.featureFlags.create({
    key: "early",
    filters: { groups: [{ description: "all" } as object], feature_enrollment: true, early_exit: true },
  });
  const page = await open(`/flags/${id}`);
  await page.getByText("$feature_enrollment/early").waitFor();
  const edit = async (description: string) => {
    await page.getByRole("button", { name: "Edit …" }).click();
    await page.getByLabel("Description").fill(description);
    await page.getByRole("button", { name: "Save" }).click();
  };
  await edit("First");
  await page.getByRole("status").filter({ hasText: "early is saved." }).waitFor();
  // The page has read the flag again: it knows the version that the next change replaces.
  await page.getByText("version 2,").waitFor();
  const { filters, name } = await hoglet.featureFlags.get(id);
  assert.equal([name, filters.feature_enrollment, filters.early_exit], ["First", true, true]);
  assert.is((filters.groups?.[0] as { description?: string } | undefined)?.description, "all");

  await hoglet.featureFlags.update(id, { name: "Of somebody else" });
  await edit("Mine");
  await page.getByRole("alert").filter({ hasText: "since you started editing it" }).waitFor();
  assert.is((await hoglet.featureFlags.get(id)).name, "Of somebody else");
});

it("deletes one after a question, and brings it back", async ({ hoglet, page: open }) => {
  const { id } = await hoglet.featureFlags.create({ key: "passing" });
  const page = await open(`/flags/${id}`);
  await page.getByRole("button", { name: "Delete …" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("status").filter({ hasText: "passing is deleted." }).waitFor();
  assert.is((await hoglet.featureFlags.get(id)).deleted, true);
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("status").filter({ hasText: "passing is back." }).waitFor();
  assert.is((await hoglet.featureFlags.get(id)).deleted, false);
  // Made, deleted, restored.
  await page.getByRole("region", { name: "Changes of this flag" }).locator("li").nth(2).waitFor();
});

views.run();
