import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Hoglet } from "../../../lib/index.ts";
import { until } from "../../clients/until.ts";
import { loaded } from "./support/loaded.ts";
import { onStage } from "./support/page-stage.ts";
import type { PageStage } from "./support/page-stage.ts";

const VIEWS = { insight: "TRENDS", events: [{ id: "$pageview" }], date_from: "-7d", display: "ActionsTable" } as const;
const FUNNEL = { insight: "FUNNELS", events: [{ id: "product viewed" }, { id: "added to cart", order: 1 }] } as const;

const dashboards = suite("the dashboards");
// The clock stands still: at midnight the page and the handle would count other days.
const it = onStage(dashboards, { now: "2024-05-02T10:00:00Z", demo: { persons: 80, days: 20 } }, /status of 404/);

/** A dashboard of three tiles, and a page that shows it. */
async function openBoard({ hoglet, page }: PageStage) {
  const insights = [];
  for (const [name, filters] of Object.entries({ First: FUNNEL, Second: FUNNEL, Third: FUNNEL })) {
    insights.push(await hoglet.savedInsights.create({ name, filters }));
  }
  const tiles = insights.map(({ id }) => ({ insight: id }));
  const { id } = await hoglet.dashboards.create({ name: "Board", tiles });
  const view = await page(`/dashboards/${id}`);
  await view.getByRole("heading", { name: "Board" }).waitFor();
  // Answers make tiles higher, and move those below.
  await loaded(view);
  return { id, view };
}

/** Waits until the stored name and width of each tile are as expected. */
async function untilStored(hoglet: Hoglet, id: number, wanted: string): Promise<void> {
  await until(`the tiles are stored: ${wanted}`, async () => {
    const { tiles } = await hoglet.dashboards.get(id);
    return tiles.map(({ insight, width }) => `${insight?.name} ${width}`).join(", ") === wanted;
  });
}

/** Chooses an action of the menu of a dashboard. */
async function chooseMore(view: Page, name: string): Promise<void> {
  await view.getByRole("button", { name: "More actions" }).click();
  await view.getByRole("group", { name: "More actions" }).getByRole("button", { name }).click();
}

const namesOf = (view: Page) => view.locator(".tile-head h2").allTextContents();

it("creates one, puts a saved insight on it, and shows the number that the handle gives", async (stage) => {
  const { hoglet } = stage;
  await hoglet.savedInsights.create({ name: "Views", filters: VIEWS });
  const view = await stage.page("/dashboards");
  await view.getByText("There is no dashboard yet").waitFor();
  await view.getByRole("button", { name: "New dashboard" }).click();
  await view.getByRole("textbox", { name: "Name" }).fill("Shop");
  await view.getByRole("button", { name: "Create" }).click();
  await view.getByRole("heading", { name: "Shop" }).waitFor();
  await view.getByRole("button", { name: "Add insight" }).click();
  await view.getByRole("button", { name: "Add Views" }).click();
  await view.getByText("on the dashboard", { exact: false }).first().waitFor();
  await view.getByRole("button", { name: "Close" }).click();
  await view.getByRole("heading", { name: "Views" }).waitFor();
  const { result } = await hoglet.insights.trend(VIEWS);
  const total = result[0]?.aggregated_value ?? NaN;
  assert.ok(total > 0);
  await view
    .getByRole("button", { name: total.toLocaleString("en") })
    .first()
    .waitFor();
});

it("asks all insights by the dashboard's dates, and keeps these", async (stage) => {
  const { hoglet } = stage;
  const insight = await hoglet.savedInsights.create({ name: "Views by dates", filters: VIEWS });
  const { id } = await hoglet.dashboards.create({ name: "Dated", tiles: [{ insight: insight.id }] });
  const view = await stage.page(`/dashboards/${id}`);
  await view.getByText("Trends · Last 7 days").waitFor();
  await view.getByRole("checkbox", { name: "Same dates for all" }).check();
  await view.getByText("Trends · Last 30 days").waitFor();
  await view.getByRole("button", { name: /^Dates:/ }).click();
  await view.getByRole("button", { name: "Last 14 days" }).click();
  await view.getByText("Trends · Last 14 days").waitFor();
  const { result } = await hoglet.insights.trend({ ...VIEWS, date_from: "-14d" });
  const total = result[0]?.aggregated_value ?? NaN;
  await view
    .getByRole("button", { name: total.toLocaleString("en") })
    .first()
    .waitFor();
  // A change is shown before it is stored.
  await until("the dates are stored", async () => (await hoglet.dashboards.get(id)).filters.date_from === "-14d");
  assert.equal((await hoglet.dashboards.get(id)).filters, { date_from: "-14d" });
  await view.getByRole("checkbox", { name: "Same dates for all" }).uncheck();
  await view.getByText("Trends · Last 7 days").waitFor();
});

it("arranges by buttons, says what happened, and leaves the focus on the button", async (stage) => {
  const { id, view } = await openBoard(stage);
  assert.is(await view.getByRole("button", { name: "Move First later" }).count(), 0);
  await chooseMore(view, "Arrange");
  await view.getByRole("button", { name: "Move First later" }).click();
  await view.getByText("First is at place 2 of 3.").waitFor();
  const untilFocused = () =>
    view.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Move First later");
  await untilFocused();
  await view.keyboard.press("Enter");
  await view.getByText("First is at place 3 of 3.").waitFor();
  assert.equal(await namesOf(view), ["Second", "Third", "First"]);
  // It cannot go further, and nothing happens.
  await untilFocused();
  await view.keyboard.press("Enter");
  await view.getByRole("button", { name: "Make Third wider" }).click();
  await view.getByRole("button", { name: "Make Second narrower" }).click();
  await untilStored(stage.hoglet, id, "Second 4, Third 8, First 6");
  await view.getByRole("button", { name: "Remove Third from the dashboard" }).click();
  await untilStored(stage.hoglet, id, "Second 4, First 6");
  await view.getByRole("button", { name: "Done arranging" }).click();
  await view.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "More actions");
});

it("arranges by dragging", async (stage) => {
  const { id, view } = await openBoard(stage);
  await chooseMore(view, "Arrange");
  const head = (name: string) => view.locator(".tile-head", { hasText: name });
  await head("Third").dragTo(head("First"), { sourcePosition: { x: 120, y: 8 }, targetPosition: { x: 20, y: 8 } });
  await untilStored(stage.hoglet, id, "Third 6, First 6, Second 6");
  assert.equal(await namesOf(view), ["Third", "First", "Second"]);
});

it("asks again on refresh", async (stage) => {
  const { view } = await openBoard(stage);
  const asked: string[] = [];
  view.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  const funnels = () => asked.filter((path) => path.endsWith("/insights/funnel/")).length;
  await view.getByRole("button", { name: "Refresh" }).click();
  await until("all three are asked", () => funnels() >= 3);
  await loaded(view);
  assert.is(funnels(), 3);
});

it("renames, deletes and restores", async (stage) => {
  const { id, view } = await openBoard(stage);
  await chooseMore(view, "Rename");
  await view.getByRole("textbox", { name: "Name" }).fill("Board of ours");
  await view.getByRole("button", { name: "Save" }).click();
  await view.getByRole("heading", { name: "Board of ours" }).waitFor();
  await chooseMore(view, "Delete");
  await view.getByText("“Board of ours” is deleted").waitFor();
  await view.getByRole("button", { name: "Restore it" }).click();
  await view.getByRole("heading", { name: "First" }).waitFor();
  // The page shows the change before it is stored; the list shows the stored state.
  const list = () => stage.hoglet.dashboards.list({ search: "Board of ours" });
  await until("it is stored again", async () => (await list()).count === 1);
  await view.getByRole("link", { name: "Dashboards" }).click();
  await view.getByRole("button", { name: "Delete Board of ours" }).click();
  await view.getByText("“Board of ours” is deleted.").waitFor();
  assert.is((await stage.hoglet.dashboards.get(id)).deleted, true);
  await view.getByRole("button", { name: "Undo" }).click();
  await view.getByRole("link", { name: "Board of ours" }).waitFor();
  await view.getByRole("button", { name: "Pin Board of ours" }).click();
  await view.getByRole("button", { name: "Unpin Board of ours" }).waitFor();
});

it("has no room to lose at 375 pixels", async (stage) => {
  const { id } = await openBoard(stage);
  for (const path of ["/dashboards", `/dashboards/${id}`]) {
    const view = await stage.page(path, { width: 375, theme: "dark" });
    await loaded(view);
    assert.is(await view.evaluate(() => document.documentElement.scrollWidth), 375, path);
  }
});

it("fills the grid: no hole beside or below a tile, whatever their sizes", async (stage) => {
  const { hoglet } = stage;
  const { id: insight } = await hoglet.savedInsights.create({ name: "Views", filters: VIEWS });
  const sizes = [8, 6, 4, 12, 3];
  const { id } = await hoglet.dashboards.create({ name: "Sizes", tiles: sizes.map((width) => ({ insight, width })) });
  const view = await stage.page(`/dashboards/${id}`);
  await loaded(view);
  const { covered, whole } = await view.evaluate(() => {
    const grid = document.querySelector(".tiles")?.getBoundingClientRect();
    const gap = 12;
    const boxes = [...document.querySelectorAll(".tile")].map((tile) => tile.getBoundingClientRect());
    const area = (width: number, height: number) => (width + gap) * (height + gap);
    return {
      covered: boxes.reduce((sum, { width, height }) => sum + area(width, height), 0),
      whole: area(grid?.width ?? 0, grid?.height ?? 0),
    };
  });
  // Half pixels are rounded.
  assert.ok(Math.abs(covered / whole - 1) < 0.01, `${covered} of ${whole}`);
});

it("resizes by a corner, and by buttons; the height is kept", async (stage) => {
  const { id, view } = await openBoard(stage);
  await chooseMore(view, "Arrange");
  await view.getByRole("button", { name: "Make First higher" }).click();
  await until("it is stored", async () => (await stage.hoglet.dashboards.get(id)).tiles[0]?.layouts.sm?.h === 6);
  const corner = view.locator(".tile").nth(1).locator(".tile-corner");
  await corner.scrollIntoViewIfNeeded();
  const box = await corner.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10];
  await view.mouse.move(x, y);
  await view.mouse.down();
  // A column is about a hundred pixels wide.
  await view.mouse.move(x - 205, y, { steps: 4 });
  await view.mouse.up();
  await until("the width is stored", async () => (await stage.hoglet.dashboards.get(id)).tiles[1]?.width === 4);
  assert.is((await stage.hoglet.dashboards.get(id)).tiles[1]?.layouts.sm?.h, 5);
});

it("shows texts, which are written and edited here", async (stage) => {
  const { id, view } = await openBoard(stage);
  await chooseMore(view, "Add text");
  await view
    .getByRole("textbox", { name: "Text" })
    .fill("# Goals\n- more [orders](https://a.example/x)\n<b>not bold</b>");
  await view.getByRole("button", { name: "Save" }).click();
  await view.getByRole("heading", { name: "Goals" }).waitFor();
  assert.is(await view.getByRole("link", { name: "orders" }).getAttribute("href"), "https://a.example/x");
  await view.getByText("<b>not bold</b>").waitFor();
  await chooseMore(view, "Arrange");
  await view.getByRole("button", { name: "Edit the text" }).click();
  await view.getByRole("textbox", { name: "Text" }).fill("Other");
  await view.getByRole("button", { name: "Save" }).click();
  await view.locator(".tile-text", { hasText: "Other" }).waitFor();
  assert.is((await stage.hoglet.dashboards.get(id)).tiles.at(-1)?.text?.body, "Other");
});

it("asks all insights for events that pass its filters", async (stage) => {
  const { hoglet } = stage;
  const insight = await hoglet.savedInsights.create({ name: "Filtered views", filters: VIEWS });
  const properties = [{ key: "$pathname", type: "event" as const, operator: "exact" as const, value: "/" }];
  const board = { name: "Filtered", tiles: [{ insight: insight.id }], filters: { properties } };
  const { id } = await hoglet.dashboards.create(board);
  const { result } = await hoglet.insights.trend({ ...VIEWS, properties });
  const { result: all } = await hoglet.insights.trend(VIEWS);
  const [total, whole] = [result, all].map((lines) => lines[0]?.aggregated_value ?? NaN) as [number, number];
  assert.ok(total < whole);
  const view = await stage.page(`/dashboards/${id}`);
  await view
    .getByRole("button", { name: total.toLocaleString("en") })
    .first()
    .waitFor();
  await view.getByRole("button", { name: "Remove filter 1" }).click();
  await view
    .getByRole("button", { name: whole.toLocaleString("en") })
    .first()
    .waitFor();
  await until("it is stored", async () => (await hoglet.dashboards.get(id)).filters.properties === undefined);
});

it("asks again by itself after a time that the address keeps, and fills the screen", async (stage) => {
  const { id } = await openBoard(stage);
  const view = await stage.page(`/dashboards/${id}`);
  await loaded(view);
  await view.clock.install();
  await view.getByRole("button", { name: "More actions" }).click();
  await view.getByLabel("Refresh automatically").selectOption("Every minute");
  await view.keyboard.press("Escape");
  assert.is(await view.evaluate(() => document.activeElement?.getAttribute("aria-label")), "More actions");
  await view.waitForURL(/refresh=60/);
  const asked = view.waitForRequest(/insights\/funnel/);
  await view.clock.runFor(61_000);
  await asked;
  await view.getByRole("button", { name: "Refresh · every minute" }).waitFor();
  await chooseMore(view, "Full screen");
  await view.waitForFunction(() => document.fullscreenElement?.classList.contains("board") === true);
});

it("makes a link for others, shows it once, and makes it invalid", async (stage) => {
  const { id, view } = await openBoard(stage);
  await view.getByRole("button", { name: "Share" }).click();
  const dialog = view.getByRole("dialog");
  const [file] = await Promise.all([
    view.waitForEvent("download"),
    dialog.getByRole("link", { name: "Download HTML" }).click(),
  ]);
  const html = Buffer.concat(await (await file.createReadStream()).toArray()).toString("utf8");
  assert.match(html, "<h1>Board</h1>");
  await dialog.getByRole("button", { name: "Make a link" }).click();
  const link = (await dialog.getByLabel("Link", { exact: true }).textContent()) ?? "";
  assert.match(link, /\/ui\/shared\/shr_\w{40,}$/);
  assert.is((await stage.hoglet.dashboards.get(id)).is_shared, true);
  const other = await stage.page("/");
  await other.goto(link);
  await other.getByRole("heading", { level: 1, name: "Board" }).waitFor();
  await other.getByRole("heading", { name: "First" }).waitFor();
  await dialog.getByRole("button", { name: "Make the link invalid" }).click();
  await dialog.getByRole("button", { name: "Make a link" }).waitFor();
  assert.is((await other.goto(link))?.status(), 404);
});

dashboards.run();
