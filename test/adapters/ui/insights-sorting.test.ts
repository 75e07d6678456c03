import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Page } from "playwright-core";
import { toAddress } from "../../../adapters/ui/insight-address.ts";
import type { QuestionDraft } from "../../../adapters/ui/page/views/insights/question.ts";
import { loaded } from "./support/loaded.ts";
import { onStage } from "./support/page-stage.ts";
import type { PageStage } from "./support/page-stage.ts";

const NOW = "2024-05-31T15:20:00Z";
const VALUES = 200;

/** 200 campaigns: campaign n has n + 1 visitors (at most 9), of whom every third pays. */
async function fill({ hoglet }: PageStage): Promise<void> {
  if ((await hoglet.events.list({ limit: 1 })).count > 0) return;
  const nowMs = Date.parse(NOW);
  const visits = Array.from({ length: VALUES }, (_, campaign) =>
    Array.from({ length: 1 + (campaign % 9) }, (__, visitor) => ({ campaign, visitor })),
  ).flat();
  await hoglet.capture(
    visits.flatMap(({ campaign, visitor }, index) => {
      const distinct_id = `${campaign}-${visitor}`;
      const at = (minutes: number) =>
        new Date(nowMs - (visits.length - index + 1) * 60_000 + minutes * 1000).toISOString();
      const properties = { campaign: `c${campaign}` };
      const visit = { event: "visited", distinct_id, properties, timestamp: at(0) };
      return index % 3 === 0 ? [visit, { event: "paid", distinct_id, properties, timestamp: at(20) }] : [visit];
    }),
  );
}

const FUNNEL: QuestionDraft = {
  insight: "FUNNELS",
  date_from: "-7d",
  events: [
    { id: "visited", type: "events", order: 0 },
    { id: "paid", type: "events", order: 1 },
  ],
  breakdown: "campaign",
  breakdown_type: "event",
  breakdown_limit: VALUES,
};

async function open(stage: PageStage, question: QuestionDraft): Promise<Page> {
  await fill(stage);
  const page = await stage.page(toAddress("new", question));
  await loaded(page);
  return page;
}

/** The numbers of a column, from the top; a number may have its share beside it. */
async function column(page: Page, table: string, index: number): Promise<number[]> {
  const cells = page.getByRole("table", { name: table }).locator(`tbody tr > :nth-child(${index})`);
  return (await cells.allTextContents()).map((text) => Number.parseFloat(text.replaceAll(",", "")));
}

const isDescending = (values: readonly number[]) =>
  values.every((value, index) => value <= (values[index - 1] ?? Infinity));

const sorting = suite("tables of funnels and retention");
const it = onStage(sorting, { now: NOW });

it("of a funnel sort by every number, the largest first, and the other way round", async (stage) => {
  const page = await open(stage, FUNNEL);
  const table = page.getByRole("table", { name: "Numbers of the funnel" });
  const before = await column(page, "Numbers of the funnel", 3);
  assert.ok(before.length >= 100, String(before.length));
  // The largest first, after the row of all values.
  assert.ok(isDescending(before));
  await table.getByRole("button", { name: /^1 / }).click();
  const sorted = await column(page, "Numbers of the funnel", 3);
  assert.equal(
    sorted,
    before.toSorted((a, b) => b - a),
  );
  await table.getByRole("columnheader", { name: /^1 / }).and(page.locator("[aria-sort=descending]")).waitFor();
  await table.getByRole("button", { name: /^1 / }).press("Enter");
  assert.equal(
    await column(page, "Numbers of the funnel", 3),
    before.toSorted((a, b) => a - b),
  );
  await table.getByRole("button", { name: "Value" }).click();
  const values = await table.locator("tbody tr > :nth-child(1)").allTextContents();
  assert.equal(
    values,
    values.toSorted((a, b) => a.localeCompare(b)),
  );
});

it("of a funnel with 200 values are one screen, on a phone too", async (stage) => {
  const page = await open(stage, FUNNEL);
  const height = () => page.evaluate(() => document.querySelector(".answer-side")?.scrollHeight ?? 0);
  const wide = await height();
  assert.ok(wide < 1.25 * 800, `${wide} pixels of 800`);
  await page.setViewportSize({ width: 375, height: 800 });
  const narrow = await height();
  assert.ok(narrow < 1.5 * 800, `${narrow} pixels of 800`);
});

it("of retention sort by each period's share, and back by day", async (stage) => {
  const entity = { id: "visited", type: "events" as const };
  const page = await open(stage, {
    insight: "RETENTION",
    period: "Day",
    total_intervals: 4,
    target_entity: entity,
    returning_entity: entity,
  });
  const table = page.getByRole("table", { name: "Persons who came back" });
  const before = await column(page, "Persons who came back", 2);
  await table.getByRole("button", { name: "Persons" }).click();
  const sorted = await column(page, "Persons who came back", 2);
  assert.equal(
    sorted,
    before.toSorted((a, b) => b - a),
  );
  assert.ok(isDescending(sorted));
  await table.getByRole("button", { name: "Cohort" }).click();
  assert.equal(await column(page, "Persons who came back", 2), before);
});

sorting.run();
