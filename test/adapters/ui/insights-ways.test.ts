import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toAddress } from "../../../adapters/ui/insight-address.ts";
import { withEntities } from "../../../adapters/ui/page/views/insights/question.ts";
import { answered, readNumbers } from "./support/insight-page.ts";
import { onStage } from "./support/page-stage.ts";

// From a view to the next question, as a user goes without instructions.

const ways = suite("ways to an insight");
const it = onStage(ways, { now: "2024-03-08T12:00:00Z" });

const at = (minute: number) => `2024-03-08T11:${String(minute).padStart(2, "0")}:00Z`;

it("make a funnel of the first events of an app in the order in which they were done", async ({
  hoglet,
  page: open,
}) => {
  const done = {
    ada: ["$pageview", "signed up", "invited", "bought"],
    bob: ["$pageview", "signed up", "invited"],
    cy: ["signed up"],
  };
  for (const [distinct_id, names] of Object.entries(done)) {
    for (const [minute, event] of names.entries()) await hoglet.capture({ event, distinct_id, timestamp: at(minute) });
  }
  const steps = ["signed up", "invited", "bought"];
  const { result } = await hoglet.insights.funnel({
    events: steps.map((id, order) => ({ id, order })),
    date_from: "-30d",
  });
  const counts = (result as { count: number }[]).map(({ count }) => String(count));
  assert.equal(counts, ["3", "2", "1"]);
  const readSteps = async (path: string, follow: string | RegExp) => {
    const page = await open(path);
    await page.getByRole("link", { name: follow }).click();
    const rows = await readNumbers(page);
    return rows.map(([step, count]) => [step?.replace(/^\d+ ?/, ""), count]);
  };
  const wanted = steps.map((step, index) => [step, counts[index]]);
  const person = (await hoglet.persons.list({ distinct_id: "ada" })).results[0];
  assert.equal(await readSteps("/insights", /^Funnel/), wanted);
  assert.equal(await readSteps("/events/live", "Funnel of these"), wanted);
  assert.equal(await readSteps(`/persons/${person?.uuid}`, "Funnel of these events"), wanted);
});

it("lead from a step of a funnel to the paths around it, and back", async ({ page: open }) => {
  const page = await open("/insights");
  await page.getByRole("link", { name: /^Funnel/ }).click();
  await answered(page, () => page.getByRole("link", { name: "Paths before step 3" }).click());
  const rows = await readNumbers(page);
  assert.equal(
    rows.map(([, from, to]) => `${from} → ${to}`),
    ["(no address) → signed up", "signed up → invited", "invited → bought"],
  );
  await answered(page, () => page.getByLabel("Part of the paths").selectOption("between the step before and step"));
  assert.equal(
    (await readNumbers(page)).map(([, from, to]) => `${from} → ${to}`),
    ["invited → bought"],
  );
  await page.getByRole("link", { name: "The funnel" }).click();
  await page.getByText("66.7 % of the step before").waitFor();
});

const entity = (id: string) => ({ id, type: "events" as const });
const SAID: [what: string, question: Parameters<typeof toAddress>[1], sql: RegExp, cell: string][] = [
  ["trend", withEntities({ insight: "TRENDS", date_from: "-1d" }, [entity("invited")]), /WITH FILL/, "2"],
  [
    "funnel",
    withEntities({ insight: "FUNNELS", date_from: "-1d" }, [entity("signed up"), entity("bought")]),
    /windowFunnel/,
    "3",
  ],
  [
    "retention",
    { insight: "RETENTION", target_entity: entity("signed up"), returning_entity: entity("invited"), period: "Day" },
    /WITH started/,
    "3",
  ],
];

for (const [what, question, sql, cell] of SAID) {
  it(`lead from a ${what} to its SQL, which has the same numbers`, async ({ page: open }) => {
    const page = await open(toAddress("new", question));
    await page.getByRole("button", { name: "Copy as code" }).click();
    await page.getByRole("link", { name: "Open in the SQL editor" }).click();
    // The insight's own table has cells with the same number: the editor must be there before a cell is looked for.
    assert.match(await page.getByLabel("SELECT").inputValue(), sql);
    await page.getByRole("cell", { name: cell, exact: true }).waitFor();
  });
}

it("move a step by the keyboard alone: the focus goes along", async ({ page: open }) => {
  const page = await open("/insights");
  await page.getByRole("link", { name: /^Funnel/ }).click();
  const shown = () => page.locator(".funnel h2").allTextContents();
  await page.getByText("66.7 % of the step before").waitFor();
  assert.equal(await shown(), ["1signed up", "2invited", "3bought"]);
  await page.getByRole("button", { name: "More of Step 1" }).focus();
  for (const _ of ["to the second place", "to the third"]) {
    await page.keyboard.press("Enter");
    // The first button that is not grey has the focus.
    while (
      !(await page
        .getByRole("button", { name: /^Move .* down$/ })
        .evaluate((button) => button === document.activeElement))
    )
      await page.keyboard.press("Tab");
    await answered(page, () => page.keyboard.press("Enter"));
  }
  assert.equal(await shown(), ["1invited", "2bought", "3signed up"]);
  const label = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  assert.is(label, "More of Step 3");
});

it("show the question of the address, though it changes in the moment in which the view is drawn", async ({
  page: open,
}) => {
  const page = await open("/plugins");
  const [first, second] = (["day", "week"] as const).map((interval) =>
    toAddress("new", withEntities({ insight: "TRENDS", interval }, [{ id: "signed up", type: "events" }])),
  );
  await page.evaluate(
    (address) =>
      new MutationObserver((_, observer) => {
        if (document.querySelector("main h1")?.textContent !== "New insight") return;
        observer.disconnect();
        history.replaceState(null, "", `#${address}`);
        dispatchEvent(new HashChangeEvent("hashchange"));
      }).observe(document, { childList: true, subtree: true, characterData: true }),
    second,
  );
  await page.evaluate((address) => (location.hash = address ?? ""), first);
  await page.getByLabel("Interval").waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLSelectElement>("select")].some(({ value }) => value === "week"),
  );
});

it("say that an insight was deleted, and bring it back", async ({ hoglet, page: open }) => {
  const filters = { insight: "TRENDS", events: [{ id: "signed up" }] };
  const saved = await hoglet.savedInsights.create({ name: "Sign-ups", filters });
  await hoglet.savedInsights.delete(saved.id);
  const page = await open(`/insights/${saved.short_id}`);
  await page.getByText("“Sign-ups” is deleted").waitFor();
  await page.getByRole("button", { name: "Restore it" }).click();
  await page.getByRole("region", { name: "Answer" }).getByText("signed up").first().waitFor();
  assert.is((await hoglet.savedInsights.get(saved.id)).deleted, false);
});

it("ask for persons that pass any of some filters", async ({ hoglet, page: open }) => {
  for (const [id, plan] of Object.entries({ ada: "pro", bob: "free", cy: "team" })) {
    await hoglet.capture({ event: "rated", distinct_id: id, properties: { plan } });
  }
  const list = ["pro", "team"].map((value) => ({ key: "plan", type: "event", value }));
  const question = withEntities({ insight: "TRENDS", display: "ActionsTable", properties: list }, [
    { id: "rated", type: "events" },
  ]);
  const page = await open(toAddress("new", question));
  assert.is((await readNumbers(page))[0]?.[1], "0");
  await answered(page, () => page.getByLabel("How many of the filters must pass").selectOption("any of these"));
  assert.is((await readNumbers(page))[0]?.[1], "2");
});

ways.run();
