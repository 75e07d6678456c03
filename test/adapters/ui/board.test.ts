import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { onStage } from "./support/page-stage.ts";
import type { PageStage } from "./support/page-stage.ts";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
/** A Thursday: the week and the day run. */
const NOW = "2024-05-02T10:00:00Z";
const LONG = `/a-folder-${"with-many-words-".repeat(12)}?campaign=${"spring".repeat(20)}`;

const STEPS = ["product viewed", "added to cart"].map((id, order) => ({ id, order }));
const [, ORDER] = STEPS;
const ENTITY = { id: "$pageview", type: "events" };
/** An insight of every kind. */
const INSIGHTS: Record<string, Record<string, unknown>> = {
  Views: { insight: "TRENDS", events: [{ id: "$pageview" }], date_from: "-30d" },
  "By page": { insight: "TRENDS", events: [{ id: "$pageview" }], breakdown: "$current_url", display: "ActionsTable" },
  Funnel: { insight: "FUNNELS", events: STEPS, date_from: "-30d" },
  Return: { insight: "RETENTION", target_entity: ENTITY, returning_entity: ENTITY, period: "Week", total_intervals: 4 },
  Pages: { insight: "PATHS", include_event_types: ["$pageview"], date_from: "-30d" },
  Life: { insight: "LIFECYCLE", events: [ORDER], date_from: "-30d", interval: "week" },
};

const boards = suite("the shared document of a dashboard");
const it = onStage(boards, { now: NOW, demo: { persons: 60, days: 25 } });

/** Shows a dashboard of all kinds by its link. */
async function open({ hoglet, page, url }: PageStage): Promise<Page> {
  for (const [index, name] of ["", LONG, `${LONG}&last=1`].entries()) {
    await hoglet.capture({
      event: "$pageview",
      distinct_id: "reader",
      timestamp: `2024-05-02T09:0${index}:00Z`,
      properties: { $current_url: `https://long.example${name}` },
    });
  }
  const tiles = [];
  for (const [name, filters] of Object.entries(INSIGHTS)) {
    tiles.push({ insight: (await hoglet.savedInsights.create({ name, filters })).id, width: 6 });
  }
  const { id } = await hoglet.dashboards.create({ name: "Shop", tiles });
  const { access_token: token } = await hoglet.dashboards.share(id, { enabled: true });
  const view = await page("/");
  await view.goto(`${url}/ui/shared/${token}`);
  await view.getByRole("heading", { name: "Shop" }).waitFor();
  return view;
}

async function violations(page: Page, only?: string[]): Promise<string[]> {
  const { violations: found } = await page.evaluate((runOnly) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    // A link asks again by itself, for a screen on a wall; the file does not.
    const rules = { "meta-refresh": { enabled: false } };
    return axe.run({ resultTypes: ["violations"], rules, ...(runOnly !== undefined && { runOnly }) });
  }, only);
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 120)}: ${node.failureSummary}`),
  );
}

it("has no findings of axe, light and dark, and fits a phone", async (stage) => {
  const page = await open(stage);
  await page.evaluate(AXE);
  assert.equal(await violations(page), []);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await violations(page, ["color-contrast"]), [], "dark");
  await page.setViewportSize({ width: 375, height: 800 });
  assert.is(await page.evaluate(() => document.documentElement.scrollWidth), 375);
});

it("shows every label and every address within its tile", async (stage) => {
  const page = await open(stage);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll(".tile")].flatMap((tile) => {
        const { left, right } = tile.getBoundingClientRect();
        // In a narrow window the heat map and the paths scroll within their tiles.
        return [...tile.querySelectorAll(".chart-still svg text, table:not(.retention) td, h2, .series-legend li")]
          .filter((part) => part.getBoundingClientRect().right > right || part.getBoundingClientRect().left < left)
          .map((part) => part.textContent);
      }),
    );
    assert.equal(outside, [], `${width} pixels`);
  }
});

it("marks the cells of weeks that have not ended", async (stage) => {
  const page = await open(stage);
  const marked = await page
    .locator("table.retention tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("td")].slice(1).map((cell) => cell.classList.contains("running"))),
    );
  // The last row's first week is its own; of the others, the last week they have is the running one.
  assert.equal(marked, [[false, false, true], [false, true], [true], []]);
});

boards.run();
