import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toAddress } from "../../../adapters/ui/insight-address.ts";
import { onStage } from "./support/page-stage.ts";
import type { PageStage, ViewOptions } from "./support/page-stage.ts";

const charts = suite("Chart");
const it = onStage(charts, { now: "2024-05-02T10:00:00Z" });

const LETTERS = [..."abcdefghijklmn"];
const filled = new WeakSet<PageStage["hoglet"]>();

function visit(distinct_id: string, timestamp: string, letter: string) {
  return { event: "visited", distinct_id, timestamp, properties: { letter } };
}

/** Visits of fourteen values, the last letters most often, by different persons; one of the three days before. */
async function open({ hoglet, page }: PageStage, fields: object, options?: ViewOptions): Promise<Page> {
  if (!filled.has(hoglet)) {
    const days = ["2024-05-01T08:00:00Z", "2024-04-30T08:00:00Z"];
    await hoglet.capture([
      ...LETTERS.flatMap((letter, index) =>
        Array.from({ length: index + 1 }, (_, count) => visit(`${letter}${count}`, days[count % 2] ?? "", letter)),
      ),
      visit("early", "2024-04-27T08:00:00Z", "n"),
    ]);
    filled.add(hoglet);
  }
  const events = [{ id: "visited", type: "events" as const }];
  return page(toAddress("new", { insight: "TRENDS", events, date_from: "-2d", ...fields }), options);
}

it("draws the largest values first, each in its own colour, and the rest in grey", async (stage) => {
  const page = await open(stage, { breakdown: "letter" });
  const legend = page.getByRole("list", { name: "Legend" }).locator("li .cut");
  await legend.first().waitFor();
  assert.equal(await legend.allInnerTexts(), [..."nmlkjihgfedc", "Other (2)"]);
  const swatches = await page
    .locator(".series-legend .swatch")
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).fill));
  assert.is(new Set(swatches).size, 13);
  assert.is(await page.locator(".chart-line").count(), 13 * 2);
});

it("opens the persons of the period before under their own day", async (stage) => {
  const page = await open(stage, { compare: true });
  const area = page.locator(".chart-area");
  await area.waitFor();
  // Dashes are for the running period alone.
  assert.equal(
    await page.locator(".chart-line").evaluateAll((lines) =>
      lines.map((line) => {
        const stroke = line.querySelector(".chart-stroke") ?? line;
        return [line.getAttribute("class"), getComputedStyle(stroke).strokeDasharray !== "none"];
      }),
    ),
    [
      ["chart-line", false],
      ["chart-line running", true],
      ["chart-line previous", false],
    ],
  );
  assert.is(await page.locator(".chart-running").count(), 1, "the running period has a ground of its own");
  const box = await area.boundingBox();
  assert.ok(box);
  // The first of three days: many now, and one person in the days before, whose point lies low.
  await area.click({ position: { x: 2, y: box.height - 14 } });
  await page.getByRole("dialog", { name: "visited · Sat 27 Apr 2024" }).waitFor();
});

it("shows its card beside the point and inside the window, above the table", async (stage) => {
  const page = await open(stage, { breakdown: "letter" });
  const area = page.locator(".chart-area");
  await area.waitFor();
  const box = await area.boundingBox();
  assert.ok(box);
  for (const x of [2, box.width / 2, box.width - 2]) {
    await area.hover({ position: { x, y: box.height - 14 } });
    const card = await page.locator(".point-card").boundingBox();
    assert.ok(card && card.x >= 0 && card.x + card.width <= 1280 && card.y >= 0 && card.y + card.height <= 800);
    assert.ok(card.x > box.x + x - 40 || card.x + card.width < box.x + x + 40);
  }
  assert.ok(await page.locator(".point-card").evaluate((card) => card.matches(":popover-open")));
});

it("shows its card at the first touch; a button in it leads to the persons", async (stage) => {
  const page = await open(stage, {}, { width: 375 });
  const area = page.locator(".chart-area");
  await area.waitFor();
  // A finger: playwright's own touch needs another kind of window.
  await area.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true };
    element.dispatchEvent(new PointerEvent("click", { ...at, pointerType: "touch" }));
  });
  const card = page.locator(".point-card.held");
  await card.getByText("Wed 1 May 2024").waitFor();
  assert.is(await page.getByRole("dialog").count(), 0);
  await card.getByRole("button", { name: "Show the persons" }).click();
  await page.getByRole("dialog", { name: "visited · Wed 1 May 2024" }).waitFor();
});

charts.run();
