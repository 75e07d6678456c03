import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toAddress } from "../../../adapters/ui/insight-address.ts";
import { toDefault } from "../../../adapters/ui/page/views/insights/kinds.ts";
import type { Kind } from "../../../adapters/ui/page/views/insights/kinds.ts";
import { write } from "./support/insight-page.ts";
import { onStage } from "./support/page-stage.ts";

const tests = suite("explanations of numbers");
const it = onStage(tests, { now: "2024-05-02T10:00:00Z", demo: { persons: 80, days: 40 } });

const NAMES = ["$pageview", "product viewed", "added to cart", "order paid"];

/** Opens the persons behind the first number that has any. */
async function openPeople(page: Page, kind: Kind): Promise<void> {
  if (kind === "paths") {
    await page.locator(".path-item").first().click();
    await page
      .getByRole("button", { name: /^Persons who/ })
      .first()
      .click();
  } else if (kind === "retention") await page.locator(".retention-cell .number-link").first().click();
  else await page.locator("section[aria-label=Answer] table .number-link").first().click();
  await page.getByRole("dialog").locator(".people li").first().waitFor();
}

const RULES: Partial<Record<Kind, RegExp>> = {
  trends: /^Each event counts\.$/,
  retention: /^A person belongs to the period/,
  lifecycle: /^A person who did it is new/,
  stickiness: /^A person counts under the number of intervals/,
  paths: /^The events of a person follow each other/,
  funnel: /^A person takes the steps in the order/,
};

/** Kinds whose answers have a statement of SQL. */
const HAS_SQL = new Set<Kind>(["trends", "lifecycle", "stickiness"]);

for (const [kind, rule] of Object.entries(RULES) as [Kind, RegExp][]) {
  it(`${kind}: the rule, the events of a person, and the SQL`, async (stage) => {
    const page = await stage.page(toAddress("new", toDefault(kind, NAMES)));
    await openPeople(page, kind);
    const first = page.getByRole("dialog").locator(".people li").first();
    await first.getByText("Explain", { exact: true }).click();
    await first.getByText(rule).waitFor();
    if (kind !== "funnel" && kind !== "paths") await first.getByText("In this number.").waitFor();
    assert.ok((await first.locator(".explained .taken a").count()) > 0, "an event leads to its view");
    if (HAS_SQL.has(kind)) {
      await first.getByText("SQL of the whole question").click();
      assert.match(await first.locator(".explained-sql").innerText(), /select/i);
    }
  });
}

it("says why somebody is not in a number, and the link shows it to others", async (stage) => {
  await stage.hoglet.capture({ event: "seen", distinct_id: "outsider" });
  const page = await stage.page(toAddress("new", toDefault("trends", ["order paid"])));
  await openPeople(page, "trends");
  await write(page, "Distinct id to explain", "outsider");
  await page.getByText("order paid not counted: they never did this").waitFor();
  await page.getByText("Not in this number.").waitFor();
  const link = (await page.getByRole("link", { name: "Link to send" }).getAttribute("href")) ?? "";
  const other = await stage.page(link.replace(/^#(?:\/p\/1)?/, ""));
  await other.getByText("order paid not counted: they never did this").waitFor();
});

tests.run();
