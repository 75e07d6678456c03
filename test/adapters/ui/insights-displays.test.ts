import { suite } from "uvu";
import * as assert from "uvu/assert";
import { onStage } from "./support/page-stage.ts";

const displays = suite("displays of a trend");
const it = onStage(displays, { now: "2024-05-02T10:00:00Z" });

/** Visits by country: 4 of Germany, 2 of the United States, 1 of a place that no atlas has. */
const VISITS = ["DE", "DE", "DE", "DE", "US", "US", "XQ"].map((code, index) => ({
  event: "visited",
  distinct_id: `p${index}`,
  timestamp: `2024-05-01T0${index}:00:00Z`,
  properties: { $geoip_country_code: code },
}));

const ask = (fields: string) =>
  `/insights/new?insight=TRENDS&date_from=-3d&events=[{"id":"visited","type":"events"}]&${fields}`;
const BY_COUNTRY = "breakdown=$geoip_country_code&breakdown_type=event";

it("a world map has countries in the colour of their value, which lead to persons, and names the others", async (stage) => {
  await stage.hoglet.capture(VISITS);
  const page = await stage.page(ask(`display=WorldMap&${BY_COUNTRY}`));
  const map = page.getByRole("img", { name: "Map of the countries" });
  await map.waitFor();
  const titles = await map.locator("title").allTextContents();
  assert.equal(titles.toSorted(), ["Germany: 4", "United States: 2"]);
  await page.getByText("Not on the map: XQ (1)").waitFor();
  const fills = await map
    .locator("path.known")
    .evaluateAll((paths) => new Set(paths.map((path) => getComputedStyle(path).fill)).size);
  assert.is(fills, 2, "the larger value is stronger");
  await map.locator("path.known", { hasText: "Germany" }).dispatchEvent("click");
  await page
    .getByRole("dialog")
    .getByRole("status")
    .filter({ hasText: /^4 persons$/ })
    .waitFor();
});

it("choosing the map breaks the question down by country", async (stage) => {
  const page = await stage.page(ask("display=ActionsTable"));
  await page.getByLabel("Display").selectOption("WorldMap");
  await page.getByRole("img", { name: "Map of the countries" }).locator("path.known").first().waitFor();
  assert.match(page.url(), /breakdown=\$geoip_country_code/);
});

it("a pie has a slice for each value, its share and the total", async (stage) => {
  const page = await stage.page(ask(`display=ActionsPie&${BY_COUNTRY}`));
  const pie = page.getByRole("img", { name: /^Pie: / });
  await pie.waitFor();
  assert.equal(await pie.locator("title").allTextContents(), ["DE: 4 (57.1 %)", "US: 2 (28.6 %)", "XQ: 1 (14.3 %)"]);
  assert.is(await pie.locator("text").first().textContent(), "7");
  await pie.locator("path").nth(1).dispatchEvent("click");
  await page
    .getByRole("dialog")
    .getByRole("status")
    .filter({ hasText: /^2 persons$/ })
    .waitFor();
});

it("a number stands with its change against the period before", async (stage) => {
  await stage.hoglet.capture([
    { event: "sold", distinct_id: "a", timestamp: "2024-05-01T08:00:00Z" },
    { event: "sold", distinct_id: "b", timestamp: "2024-05-01T09:00:00Z" },
    { event: "sold", distinct_id: "c", timestamp: "2024-05-01T09:30:00Z" },
    { event: "sold", distinct_id: "a", timestamp: "2024-04-27T08:00:00Z" },
    { event: "sold", distinct_id: "b", timestamp: "2024-04-28T09:00:00Z" },
  ]);
  const page = await stage.page(ask("display=BoldNumber&compare=true").replace("visited", "sold"));
  await page.getByRole("listitem").filter({ hasText: "+50 % against 2 before" }).waitFor();
  assert.equal(await page.locator(".bold-numbers .number-link").allTextContents(), ["3"]);
});

it("areas stand on each other, the largest day of all as high as their sum", async (stage) => {
  const page = await stage.page(ask(`display=ActionsAreaGraph&${BY_COUNTRY}`));
  const chart = page.getByRole("img", { name: "Trend: visited" });
  await chart.locator(".chart-svg").waitFor();
  const box = await page.locator(".chart-area").boundingBox();
  assert.ok(box);
  // Each of the lines, and their total, at the day of the visits: the last but one of four.
  await page.mouse.move(box.x + (box.width * 2) / 3, box.y + box.height / 2);
  const rows = await page.locator(".point-card tr").allTextContents();
  assert.equal(
    rows.map((row) => row.replaceAll(/[+−±].*$/g, "").trim()),
    ["DE4", "US2", "XQ1", "Total7"],
  );
});

displays.run();
