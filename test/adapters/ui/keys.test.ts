import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loaded } from "./support/loaded.ts";
import { onStage } from "./support/page-stage.ts";

const keys = suite("keys of the page");
const it = onStage(keys, { demo: { persons: 60, days: 10 } });

const palette = (page: Page) => page.getByRole("dialog", { name: "Go to" });
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");

/** Opens the palette, writes, and waits until what was found is listed. */
async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await palette(page).waitFor();
  await page.keyboard.type(text);
  await page.waitForFunction(() => {
    const list = document.querySelector('[role="listbox"]');
    return list?.getAttribute("aria-busy") === "false" && list.querySelector('[aria-selected="true"]') !== null;
  });
}

/** The chosen place, as screen readers are told. */
function chosen(page: Page): Promise<string> {
  return page.evaluate(() => {
    const id = document.activeElement?.getAttribute("aria-activedescendant") ?? "";
    return document.getElementById(id)?.firstElementChild?.textContent ?? "";
  });
}

it("Ctrl+K and ⌘K open the palette over a field too, Escape gives the focus back", async (stage) => {
  const page = await stage.page("/persons");
  await loaded(page);
  await page.getByLabel("Search persons").focus();
  for (const combination of ["Control+k", "Meta+k"]) {
    await page.keyboard.press(combination);
    await palette(page).waitFor();
    assert.is(await focusedName(page), "Go to");
    await page.keyboard.press("Escape");
    await palette(page).waitFor({ state: "detached" });
    assert.is(await focusedName(page), "Search persons");
  }
});

it("a view is reached by its first letters and Enter, and arrows choose another", async (stage) => {
  const page = await stage.page("/persons");
  await loaded(page);
  await find(page, "del");
  assert.is(await chosen(page), "Deletions");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Deletions", level: 1 }).waitFor();
  assert.is(await page.evaluate(() => document.activeElement?.id), "main");

  await find(page, "");
  assert.is(await chosen(page), "Home");
  await page.keyboard.press("ArrowDown");
  const second = await chosen(page);
  assert.is.not(second, "Home");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.match(await chosen(page), /^New /, "the list goes round");
});

it("finds insights, dashboards, persons, events and actions of the project", async (stage) => {
  const { hoglet } = stage;
  await hoglet.savedInsights.create({ name: "Zebra orders", filters: { insight: "TRENDS" } });
  await hoglet.dashboards.create({ name: "Zebra board" });
  await hoglet.actions.create({ name: "Zebra bought", steps: [{ event: "zebra sold" }] });
  await hoglet.capture({ event: "zebra sold", distinct_id: "z1", properties: { $set: { name: "Zebra Zoe" } } });
  const page = await stage.page("/settings");
  await loaded(page);
  await find(page, "zebra");
  const found = await palette(page)
    .getByRole("option")
    .evaluateAll((options) => options.map((option) => option.firstElementChild?.textContent));
  assert.equal(found, ["Zebra orders", "Zebra board", "Zebra Zoe", "zebra sold", "Zebra bought"]);

  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Zebra Zoe", level: 1 }).waitFor();
  await find(page, "zebra bought");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Answer" }).locator('.answered[aria-busy="false"]').waitFor();
  assert.match(decodeURIComponent(page.url()), /insight=TRENDS.*"Zebra bought"/);
});

it("says when nothing has the name", async (stage) => {
  const page = await stage.page("/settings");
  await loaded(page);
  await page.keyboard.press("Control+k");
  await palette(page).waitFor();
  await page.keyboard.type("no such thing");
  await palette(page).getByText("Nothing has this name.").waitFor();
  await page.keyboard.press("Enter");
  assert.is(await palette(page).count(), 1);
});

it("? lists the keys, but is text in a field", async (stage) => {
  const page = await stage.page("/persons");
  await loaded(page);
  await page.getByLabel("Search persons").press("?");
  assert.is(await page.getByLabel("Search persons").inputValue(), "?");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await help.getByText("Run the query").waitFor();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
});

keys.run();

const phone = suite("the page on a phone");
const onPhone = onStage(phone, { demo: { persons: 60, days: 10 } });

/** Links that lie within the window. */
function linksInWindow(page: Page): Promise<string[]> {
  return page
    .getByRole("navigation", { name: "Views" })
    .getByRole("link")
    .evaluateAll((links) =>
      links.flatMap((link) => {
        const { left, right, top, bottom, width } = link.getBoundingClientRect();
        const isInside = width > 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        return isInside ? [link.textContent ?? ""] : [];
      }),
    );
}

onPhone("has all views in a menu, none off the edge; Escape and a chosen view close it", async (stage) => {
  const wide = await stage.page("/persons");
  await loaded(wide);
  const all = await linksInWindow(wide);
  assert.ok(all.length >= 10);
  const page = await stage.page("/persons", { width: 375 });
  await loaded(page);
  assert.equal(await linksInWindow(page), []);
  const menu = page.getByRole("button", { name: "Persons: all views" });
  await menu.press("Enter");
  assert.equal(await linksInWindow(page), all);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  assert.equal(await linksInWindow(page), []);
  assert.ok(await menu.evaluate((button) => button === document.activeElement));
  await menu.click();
  await page.getByRole("link", { name: "Cohorts" }).click();
  await page.getByRole("heading", { name: "Cohorts", level: 1 }).waitFor();
  assert.equal(await linksInWindow(page), []);
});

onPhone("shows the answer of a question in the first screen, and the question folded", async (stage) => {
  const page = await stage.page(
    '/insights/new?insight=FUNNELS&events=[{"id":"product viewed","type":"events","order":0},{"id":"order paid","type":"events","order":1}]&date_from=-30d',
    { width: 375 },
  );
  const total = page.locator(".funnel-total");
  await total.waitFor();
  const { bottom } = await total.evaluate((element) => element.getBoundingClientRect());
  assert.ok(bottom < 600, `${bottom} px`);
  assert.is(await page.getByRole("button", { name: "+ Step" }).isVisible(), false);
  await page.getByText(/^Question: /).click();
  await page.getByRole("button", { name: "+ Step" }).waitFor();
});

phone.run();
