import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answered, write } from "./support/insight-page.ts";
import { loaded } from "./support/loaded.ts";
import { onStage } from "./support/page-stage.ts";

const fields = suite("fields with a list of what the data have");
const it = onStage(fields, { now: "2024-05-02T10:00:00Z", demo: true });

const series = (page: Page) => page.getByLabel("Series A", { exact: true });
const texts = (page: Page) => page.getByRole("option").evaluateAll((all) => all.map((each) => each.textContent));
const isAsked = (page: Page, part: string) => decodeURIComponent(page.url().replaceAll("+", " ")).includes(part);

it("lists the app's own events before those of SDKs, with their number and the time of the newest", async (stage) => {
  await stage.hoglet.actions.create({ name: "Spent money", steps: [{ event: "order paid" }] });
  const page = await stage.page("/insights/new");
  await series(page).click();
  await page.getByRole("option", { name: "Action: Spent money" }).waitFor();
  const groups = await page.locator(".options-group").allTextContents();
  assert.equal(groups, ["Your events", "Autocapture and SDKs", "Actions"]);
  const { results } = await stage.hoglet.definitions.events({ search: "order paid" });
  const paid = (await texts(page)).find((text) => text?.startsWith("order paid"));
  assert.match(paid ?? "", new RegExp(`^order paid ${results[0]?.count.toLocaleString("en")} · .+ ago$`));
});

it("Enter takes the first that fits, arrows another, Escape none, and the list is closed then", async (stage) => {
  const page = await stage.page("/insights/new");
  await answered(page, () => write(page, "Series A", "order pa"));
  assert.is(await series(page).inputValue(), "order paid");
  assert.ok(isAsked(page, '"id":"order paid"'));

  await series(page).fill("d");
  await page.getByRole("option", { name: "added to cart" }).waitFor();
  await page.keyboard.press("ArrowDown");
  const second = (await page.locator('[role=option][aria-selected="true"] > :first-child').textContent()) ?? "";
  const named = await series(page).getAttribute("aria-activedescendant");
  assert.is(await page.locator(`[id="${named}"] > :first-child`).textContent(), second);
  await answered(page, () => page.keyboard.press("Enter"));
  assert.is(await series(page).inputValue(), second);
  assert.is(await page.getByRole("listbox").count(), 0);

  await series(page).fill("order");
  await page.keyboard.press("Escape");
  assert.is(await series(page).inputValue(), second);
  assert.is(await page.getByRole("listbox").count(), 0);
});

it("Enter takes a whole name that the list shows, while it still searches", async (stage) => {
  const page = await stage.page("/insights/new");
  await series(page).click();
  await page.getByRole("option", { name: "order paid" }).waitFor();
  // In the page itself: the search begins only a tenth of a second after the last letter.
  const isOpen = await series(page).evaluate(async (field: HTMLInputElement) => {
    field.value = "order paid";
    for (const event of [
      new InputEvent("input", { bubbles: true }),
      new KeyboardEvent("keydown", { key: "Enter", bubbles: true }),
    ]) {
      field.dispatchEvent(event);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
    return field.getAttribute("aria-expanded");
  });
  assert.is(isOpen, "false");
  await page.waitForURL((url) => decodeURIComponent(url.hash).includes('"id":"order paid"'));
});

it("a finger chooses from the list, which stays in the window of a phone", async (stage) => {
  const page = await stage.page("/insights/new", { width: 375 });
  await page.getByText(/^Question:/).click();
  await series(page).click();
  const option = page.getByRole("option", { name: "order paid" });
  await option.waitFor();
  const box = await page.locator(".combobox-list").boundingBox();
  assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 375);
  await answered(page, () => option.click());
  assert.is(await series(page).inputValue(), "order paid");
});

it("properties stand by owner, with their type, and the chosen one shows values", async (stage) => {
  const page = await stage.page("/insights/new");
  await page.getByRole("button", { name: "+ Filter" }).last().click();
  const property = page.getByLabel("Property of filter 1");
  await property.click();
  await page.getByRole("option", { name: "email text" }).waitFor();
  const groups = await page.locator(".options-group").allTextContents();
  for (const group of ["event properties", "person properties", "session", "clicked element"])
    assert.ok(groups.includes(group), group);
  await property.fill("email");
  await page.getByText(/^such as .*@/).waitFor();
  await page.keyboard.press("Enter");
  await page.getByLabel("Operator of filter 1").selectOption("icontains");
  await page.getByLabel("Value of filter 1").fill("@");
  await answered(page, () => page.keyboard.press("Enter"));
  assert.ok(isAsked(page, '"type":"person"'), page.url());
});

it("a name that nothing has is told at once, with the nearest to choose", async (stage) => {
  const page = await stage.page("/insights/new");
  await answered(page, () => write(page, "Series A", "ordr piad"));
  await page.getByText("No event is called “ordr piad”; perhaps").waitFor();
  await answered(page, () => page.getByRole("button", { name: "order paid", exact: true }).click());
  assert.is(await series(page).inputValue(), "order paid");
  assert.is(await page.getByText(/^No event is called/).count(), 0);

  await answered(page, () => write(page, "Broken down by", "paymnt_methd"));
  await page.getByText("No event has the property “paymnt_methd”; perhaps").waitFor();
  await answered(page, () => page.getByRole("button", { name: "payment_method", exact: true }).click());
  assert.ok(isAsked(page, "breakdown=payment_method"));
});

it("Escape in a dialog closes the list, and the dialog stays", async (stage) => {
  const page = await stage.page("/persons");
  await loaded(page);
  await page.getByRole("link", { name: /@/ }).first().click();
  await page.getByRole("button", { name: "Add …" }).click();
  const name = page.getByRole("dialog").getByLabel("Name", { exact: true });
  await name.fill("pla");
  await page.getByRole("option", { name: /^plan/ }).waitFor();
  await page.keyboard.press("Escape");
  assert.is(await page.getByRole("listbox").count(), 0);
  assert.is(await page.getByRole("dialog").count(), 1);
});

fields.run();
