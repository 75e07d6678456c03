import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { onStage } from "./support/page-stage.ts";

const dialogs = suite("dialogs");
const it = onStage(dialogs, { demo: { persons: 40, days: 5 } });

/** The name that screen readers give the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });
}

for (const [way, leave] of Object.entries({
  Escape: (page: Page) => page.keyboard.press("Escape"),
  "its cross": (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Close" }).click(),
  Cancel: (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click(),
})) {
  it(`give the focus back to what opened them, left by ${way}`, async ({ page: open }) => {
    const page = await open("/cohorts");
    const opener = page.getByRole("button", { name: "New cohort" });
    await opener.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    // Not the cross: Enter would lose what was typed.
    assert.is(await page.evaluate(() => document.activeElement?.closest("label")?.textContent?.trim()), "Name");
    await leave(page);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.is(await focused(page), "New cohort …");
  });
}

it("give it back after what was confirmed is done", async ({ hoglet, page: open }) => {
  await hoglet.capture({ event: "opened", distinct_id: "u1" });
  const page = await open("/deletions");
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run now" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.is(await focused(page), "Run now …");
});

it("are closed one by one: the next that opens as one closes stays; fields that come late are focused then", async ({
  page: open,
}) => {
  const page = await open("/plugins");
  await page.getByRole("button", { name: "Install a plugin" }).click();
  await page.getByRole("dialog").getByLabel("From source").check();
  await page.getByRole("dialog").getByRole("button", { name: "Install" }).click();
  const setUp = page.getByRole("dialog", { name: /^Set up/ });
  await setUp.waitFor();
  // The browser reports the closed dialog in a separate task, before the second frame from here.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.is(await setUp.count(), 1);

  // The fields of this one are loaded, and the dialog holds the focus until then.
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: /^Source of / })
    .first()
    .click();
  await page.getByRole("dialog").waitFor();
  await page.waitForFunction(() => document.activeElement?.matches("dialog textarea"));
});

it("have buttons whose words can be read while they are pointed at", async ({ page: open }) => {
  const page = await open("/cohorts");
  const button = page.getByRole("button", { name: "New cohort" });
  const colours = () =>
    button.evaluate((element) => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor]);
  const before = await colours();
  await button.hover();
  assert.equal(await colours(), before);
});

dialogs.run();
