import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Page } from "playwright-core";
import { toAddress } from "../../../adapters/ui/insight-address.ts";
import { onStage } from "./support/page-stage.ts";
import type { PageStage } from "./support/page-stage.ts";

const NOW = "2024-05-31T15:20:00Z";
const QUESTION = {
  insight: "TRENDS" as const,
  events: [{ id: "$pageview", type: "events" as const }],
  date_from: "-7d",
};

async function list({ hoglet }: PageStage) {
  const { results } = await hoglet.annotations.list();
  return results.map(({ content, date_marker: at, scope }) => ({ content, at, scope }));
}

async function fill(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Text").fill(text);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
}

const notes = suite("annotations in charts");
const it = onStage(notes, { now: NOW, demo: { persons: 30, days: 10 } });

it("are made by a click on a day, and shown in every chart over time", async (stage) => {
  const page = await stage.page(toAddress("new", QUESTION));
  const plot = page.locator(".chart .chart-area");
  await plot.waitFor();
  const box = await plot.boundingBox();
  // Eight days: the third is two sevenths from the left.
  await page.mouse.move((box?.x ?? 0) + ((box?.width ?? 0) * 2) / 7, (box?.y ?? 0) + (box?.height ?? 0) - 20);
  await page.getByRole("button", { name: "Annotate" }).click();
  await fill(page, "Release 2.0");
  assert.equal(await list(stage), [{ content: "Release 2.0", at: "2024-05-26T00:00:00Z", scope: "project" }]);
  const mark = /^Annotation: Release 2\.0, Sun 26 May 2024$/;
  await page.getByRole("button", { name: mark }).waitFor();
  const saved = await stage.hoglet.savedInsights.create({ name: "Views", filters: QUESTION });
  const board = await stage.hoglet.dashboards.create({ name: "Board", tiles: [{ insight: saved.id }] });
  const week = { ...QUESTION, interval: "week", date_from: "-30d" };
  for (const path of ["/", `/dashboards/${board.id}`]) {
    const other = await stage.page(path);
    await other.getByRole("button", { name: mark }).waitFor();
  }
  const weeks = await stage.page(toAddress("new", week));
  // The week that begins on that Sunday.
  await weeks.getByRole("button", { name: /^Annotation: Release 2\.0, Sun 26 May/ }).waitFor();
  const stickiness = await stage.page(toAddress("new", { ...QUESTION, insight: "STICKINESS" }));
  await stickiness.locator(".chart .chart-area").waitFor();
  assert.is(await stickiness.locator(".chart-note").count(), 0);
});

it("are edited, deleted and brought back, by keyboard", async (stage) => {
  const page = await stage.page(toAddress("new", QUESTION));
  await page.getByRole("button", { name: /^Annotation: Release/ }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("Time (UTC)").fill("2024-05-27T12:30");
  await fill(page, "Release 2.1");
  assert.equal(await list(stage), [{ content: "Release 2.1", at: "2024-05-27T12:30:00Z", scope: "project" }]);
  await page.getByRole("button", { name: /^Annotation: Release 2\.1, Mon 27 May/ }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await dialog.getByText("“Release 2.1” is deleted.").waitFor();
  assert.equal(await list(stage), []);
  await dialog.getByRole("button", { name: "Undo" }).click();
  await dialog.getByRole("listitem").filter({ hasText: "Release 2.1" }).waitFor();
  assert.is((await list(stage)).length, 1);
});

it("of one insight stand in its charts alone", async (stage) => {
  const saved = await stage.hoglet.savedInsights.create({ name: "Views", filters: QUESTION });
  const page = await stage.page(`/insights/${saved.id}`);
  // The second day: the newest have an annotation.
  const { width = 0 } = (await page.locator(".chart .chart-area").boundingBox()) ?? {};
  await page.locator(".chart .chart-area").hover({ position: { x: width / 7, y: 20 } });
  await page.getByRole("button", { name: "Annotate" }).click();
  await page.getByRole("dialog").getByLabel("Shown in").selectOption("dashboard_item");
  await fill(page, "Only here");
  await page.getByRole("button", { name: /^Annotation: Only here/ }).waitFor();
  const other = await stage.page(toAddress("new", QUESTION));
  await other.getByRole("button", { name: /^Annotation: Release/ }).waitFor();
  assert.is(await other.getByRole("button", { name: /Only here/ }).count(), 0);
});

it("a text that is refused is explained, and nothing is lost", async (stage) => {
  const page = await stage.page(toAddress("new", QUESTION));
  await page.locator(".chart .chart-area").waitFor();
  await page.getByRole("button", { name: "Annotate" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New annotation" });
  await dialog.getByRole("button", { name: "Save" }).click();
  assert.ok(await dialog.getByLabel("Text").evaluate((field: HTMLTextAreaElement) => field.validity.valueMissing));
});

notes.run();
