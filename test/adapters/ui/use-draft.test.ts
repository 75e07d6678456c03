import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { onStage } from "./support/page-stage.ts";

const drafts = suite("useDraft");
const it = onStage(drafts, { demo: { persons: 20, days: 2 } });

/** Types in the same task as another change: faster than any person, and possible on a slow machine. */
function typeAt(page: Page, when: "drawn" | "told", field: string, text: string): Promise<unknown> {
  const type = `
    const element = document.querySelector(${JSON.stringify(field)});
    if (element === null) return;
    element.value = ${JSON.stringify(text)};
    element.dispatchEvent(new InputEvent("input", { bubbles: true }));`;
  return page.evaluate(
    when === "told"
      ? `addEventListener("hashchange", () => {${type}}, { once: true })`
      : `new MutationObserver((_, observer) => {${type} observer.disconnect(); }).observe(document, { childList: true, subtree: true })`,
  );
}

it("a field keeps what is typed as soon as it is there", async (stage) => {
  const page = await stage.page("/plugins");
  await typeAt(page, "drawn", "textarea", "SELECT 1");
  await page.getByRole("link", { name: "SQL" }).click();
  await page.getByRole("button", { name: "Show events" }).waitFor();
  assert.is(await page.getByLabel("SELECT").inputValue(), "SELECT 1");
});

it("a field to search by keeps what is typed while what was typed before is looked for", async (stage) => {
  const page = await stage.page("/persons");
  const field = page.getByLabel("Search persons");
  await field.waitFor();
  await typeAt(page, "told", "input[type=search]", "EXAMPLE.org");
  await field.fill("EXAMPLE");
  await page.waitForURL(/#\/p\/1\/persons\?search=EXAMPLE\.org$/);
  assert.is(await field.inputValue(), "EXAMPLE.org");
  // A value from outside is shown, also after going back.
  await page.goBack();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=search]")?.value === "EXAMPLE");
  await page.goForward();
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("input[type=search]")?.value === "EXAMPLE.org",
  );
});

drafts.run();
