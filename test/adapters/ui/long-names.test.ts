import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toAddress } from "../../../adapters/ui/insight-address.ts";
import { KINDS, toDefault } from "../../../adapters/ui/page/views/insights/kinds.ts";
import type { Kind } from "../../../adapters/ui/page/views/insights/kinds.ts";
import { size } from "../../support/rounds.ts";
import { loaded } from "./support/loaded.ts";
import { onStage } from "./support/page-stage.ts";
import type { PageStage } from "./support/page-stage.ts";

/** Names of 200 letters, of emoji, from right to left, and with markup that must stay text. */
const NAMES = [
  "an_event_".repeat(23),
  "🦔".repeat(60),
  "حدث طويل جدا ".repeat(12).trim(),
  `<img src=x onerror="document.title='run'"> <b>bold</b>`,
];
const EMAIL = `${"long.name.".repeat(12)}@${"sub.".repeat(12)}example.com`;
const URL = `https://example.com/${"a-folder/".repeat(20)}?campaign=${"spring".repeat(20)}`;

const SIZES: [width: number, theme: "light" | "dark"][] = [
  [375, "dark"],
  [1280, "light"],
];

const stress = suite("every view with long names");
const it = onStage(stress, { now: "2024-05-02T10:00:00Z" });

/** Everything that a view lists has such a name. Returns the addresses of all views. */
async function fill({ hoglet }: PageStage): Promise<string[]> {
  const [first = "", second = "", third = ""] = NAMES;
  await hoglet.capture(
    Array.from({ length: 6 }, (_, who) =>
      [...NAMES, "$pageview"].map((event, index) => ({
        event,
        distinct_id: who === 0 ? EMAIL : `${who}-${first}`,
        timestamp: `2024-05-0${1 + (who % 2)}T0${index}:0${who}:00Z`,
        properties: {
          [first]: NAMES[who % NAMES.length],
          plan: NAMES[who % NAMES.length],
          $current_url: `${URL}${who}`,
          $pathname: `/${"a-folder/".repeat(20)}${who}`,
          $referring_domain: `${"sub.".repeat(30)}example.com`,
          $set: { email: who === 0 ? EMAIL : `${who}${EMAIL}`, name: NAMES[who % NAMES.length] },
        },
      })),
    ).flat(),
  );
  const steps = [first, second, third].map((id, order) => ({ id, order, type: "events" as const }));
  const asked: Record<string, object> = {
    trend: { insight: "TRENDS", events: steps.slice(0, 1), breakdown: "plan", date_from: "-7d", compare: true },
    table: {
      insight: "TRENDS",
      events: steps.slice(0, 1),
      breakdown: "plan",
      date_from: "-7d",
      display: "ActionsTable",
    },
    pie: { insight: "TRENDS", events: steps.slice(0, 1), breakdown: "plan", date_from: "-7d", display: "ActionsPie" },
    funnel: { insight: "FUNNELS", events: steps, date_from: "-7d" },
    broken: { insight: "FUNNELS", events: steps, date_from: "-7d", breakdown: "plan", breakdown_type: "event" },
  };
  const saved = [];
  for (const filters of Object.values(asked)) {
    const { id } = await hoglet.savedInsights.create({ name: first, description: second, filters } as never);
    saved.push(id);
  }
  const { id: dashboard } = await hoglet.dashboards.create({
    name: first,
    tiles: saved.map((insight) => ({ insight, width: 4 })),
  });
  const { id: cohort } = await hoglet.cohorts.create({ name: first, is_static: true });
  const { results } = await hoglet.persons.list({ limit: 1 });
  const kinds = (Object.keys(KINDS) as Kind[]).map((kind) => toAddress("new", toDefault(kind, NAMES)));
  return [
    "/",
    "/events",
    "/events/live",
    "/persons",
    `/persons/${results[0]?.uuid}`,
    "/insights",
    ...kinds,
    ...Object.values(asked).map((question) => toAddress("new", question as never)),
    `/insights/${saved[0]}`,
    "/dashboards",
    `/dashboards/${dashboard}`,
    "/cohorts",
    `/cohorts/${cohort}`,
    "/flags",
    "/plugins",
    "/deletions",
    "/settings",
    `/sql?show=chart&q=${encodeURIComponent("select event, count() as n from events group by event")}`,
  ];
}

/** Parts that reach beyond the window, and lie in nothing that scrolls or cuts. */
async function outside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = [...document.querySelectorAll("body *")].filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      if (width === 0 || right <= innerWidth + 1) return false;
      let above = element.parentElement;
      while (above !== null && above !== document.body && getComputedStyle(above).overflowX === "visible")
        above = above.parentElement;
      return above === null || above === document.body;
    });
    const most = document.documentElement.scrollWidth;
    return [
      ...(most > innerWidth ? [`the view is ${most} pixels wide`] : []),
      ...wide
        .slice(0, 3)
        .map((element) => `${element.tagName}.${element.getAttribute("class")}: ${element.textContent?.slice(0, 30)}`),
    ];
  });
}

it("keep every view within its window, on screens and phones", async (stage) => {
  const addresses = await fill(stage);
  const faults: string[] = [];
  for (const [width, theme] of size(SIZES.slice(0, 1), SIZES)) {
    for (const address of addresses) {
      const page = await stage.page(address, { width, theme });
      await loaded(page);
      for (const fault of await outside(page)) faults.push(`${address.slice(0, 60)} at ${width}: ${fault}`);
      assert.is.not(await page.title(), "run");
      await stage.closePages();
    }
  }
  assert.equal(faults, []);
});

stress.run();
