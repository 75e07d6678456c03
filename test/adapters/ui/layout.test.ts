import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toAddress } from "../../../adapters/ui/insight-address.ts";
import { KINDS, toDefault } from "../../../adapters/ui/page/views/insights/kinds.ts";
import type { Kind } from "../../../adapters/ui/page/views/insights/kinds.ts";
import { isAll, size } from "../../support/rounds.ts";
import { layoutFaults } from "./support/layout-faults.ts";
import { showView } from "./support/loaded.ts";
import { onStage } from "./support/page-stage.ts";
import type { PageStage } from "./support/page-stage.ts";
import { ASKED, NAMES, stress } from "./support/stress.ts";
import type { Stress } from "./support/stress.ts";

const WIDTHS = [1280, 375];
const THEMES = ["light", "dark"] as const;

type Address = (ids: Stress) => string;
interface Shown {
  address: Address | string;
  /** Opens a dialog, a list or a card over the view. */
  act?: (page: Page) => Promise<unknown>;
}

const kinds = Object.fromEntries(
  (Object.keys(KINDS) as Kind[]).map((kind) => [
    `a new ${kind}`,
    { address: toAddress("new", toDefault(kind, NAMES)) },
  ]),
);
const ask = (name: keyof typeof ASKED) => ({ address: toAddress("new", ASKED[name] as never) });
const asked = Object.fromEntries((Object.keys(ASKED) as (keyof typeof ASKED)[]).map((name) => [name, ask(name)]));
const BEHIND = new URLSearchParams({
  title: `${NAMES[0]} ${NAMES[2]}`,
  path: `api/projects/1/persons/funnel/?${new URLSearchParams({
    events: JSON.stringify([NAMES[0], NAMES[1]].map((id, order) => ({ id, order }))),
    funnel_step: "1",
    date_from: "-7d",
  }).toString()}`,
}).toString();

const opens = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole("button", { name }).first().click();
  await page.getByRole("dialog").first().waitFor();
};
const hover = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().hover();
  await page.locator(".point-card").waitFor();
};

/** The views of the page. */
const VIEWS: Record<string, Shown> = {
  "a site's home": { address: "/" },
  "an app's home": { address: ({ app }) => `/p/${app}/` },
  "the start of an empty project": { address: ({ empty }) => `/p/${empty}/` },
  events: { address: "/events" },
  "events with columns": {
    address: `/events?${new URLSearchParams(NAMES.map((name) => ["column", name])).toString()}`,
  },
  "live events": { address: "/events/live" },
  "an event": { address: ({ event }) => `/events/${event}` },
  persons: { address: "/persons" },
  "a person": { address: ({ person }) => `/persons/${person}` },
  "persons behind a number": { address: `/people?${BEHIND}` },
  insights: { address: "/insights" },
  ...kinds,
  ...asked,
  "a saved insight": { address: ({ insight }) => `/insights/${insight}` },
  dashboards: { address: "/dashboards" },
  "a dashboard": { address: ({ dashboard }) => `/dashboards/${dashboard}` },
  "a dashboard's shared document": { address: ({ share }) => `/shared/${share}` },
  cohorts: { address: "/cohorts" },
  "a cohort": { address: ({ cohort }) => `/cohorts/${cohort}` },
  flags: { address: "/flags" },
  "a flag": { address: ({ flag }) => `/flags/${flag}` },
  AI: { address: "/ai" },
  "a trace": { address: "/ai?trace=trace-1" },
  plugins: { address: "/plugins" },
  deletions: { address: "/deletions" },
  import: { address: "/import" },
  SQL: { address: `/sql?show=chart&q=${encodeURIComponent("select event, count() as n from events group by event")}` },
  "a saved query": { address: ({ query }) => `/sql?id=${query}` },
  settings: { address: "/settings" },
};

/** Dialogs, lists and cards over a view. */
const OVER: Record<string, Shown> = {
  "the palette": {
    address: "/persons",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByLabel("Go to", { exact: true }).fill("an_event");
      await page.locator(".palette [role=option]", { hasText: "an_event_an" }).first().waitFor();
    },
  },
  "the choices of a field": {
    address: toAddress("new", toDefault("trends", NAMES)),
    act: async (page) => {
      const sheet = page.locator(".question > details:not([open]) > summary");
      if (await sheet.isVisible()) await sheet.click();
      await page.getByRole("button", { name: "+ Filter" }).last().click();
      await page.getByLabel("Property of filter 1").fill("an_event");
      await page.keyboard.press("ArrowDown");
      await page.locator(".options-samples:not(:empty)").waitFor();
    },
  },
  "the card of a chart": { ...ask("trend"), act: hover(".chart-area") },
  "the card of a funnel": { ...ask("broken"), act: hover("button.funnel-column") },
  "the panel of persons": {
    ...ask("funnel"),
    act: async (page) => {
      await page.locator(".funnel .number-link").first().click();
      await page.getByRole("dialog").locator(".explain summary").first().click();
      await page.getByRole("dialog").locator(".explained li").first().waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Save as cohort" }).click();
    },
  },
  "an item of paths": {
    ...ask("paths"),
    act: async (page) => {
      await page.locator(".path-item").first().click();
      await page.getByRole("link", { name: "Use as start" }).waitFor();
    },
  },
  "the dialog that saves": { ...ask("funnel"), act: opens("Save …") },
  "a question as code": { ...ask("funnel"), act: opens("Copy as code") },
  "the dialog of dashboards": { address: ({ insight }) => `/insights/${insight}`, act: opens(/dashboard/) },
  "the panel of an event": {
    address: "/events",
    act: async (page) => {
      await page.locator(".live-row .live-name button").first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  "the menu of a value": {
    address: ({ event }) => `/events/${event}`,
    act: async (page) => {
      await page
        .getByRole("button", { name: /^Filter by/ })
        .first()
        .click();
      await page.locator(".menu").first().waitFor();
    },
  },
  "why an event is missing": { address: "/events/live", act: opens(/Why is my event/) },
  "the deletion of a person": { address: ({ person }) => `/persons/${person}`, act: opens("Delete …") },
  "the history of a property": {
    address: ({ person }) => `/persons/${person}`,
    act: async (page) => {
      await page
        .getByRole("button", { name: /^History of/ })
        .first()
        .click();
      await page.locator(".property-step").first().waitFor();
    },
  },
  "the form of a cohort": { address: ({ cohort }) => `/cohorts/${cohort}`, act: opens(/^Edit/) },
  "the form of a flag": { address: ({ flag }) => `/flags/${flag}`, act: opens(/^Edit/) },
  "the set-up of a plugin": { address: "/plugins", act: opens(/^Set up/) },
  "the log of a plugin": {
    address: "/plugins",
    act: async (page) => {
      await page
        .getByRole("button", { name: /^Log of/ })
        .first()
        .click();
      await page.getByRole("log").locator("li").first().waitFor();
    },
  },
  "the choice of insights": { address: ({ dashboard }) => `/dashboards/${dashboard}`, act: opens("Add insight") },
  "a dashboard that is arranged": {
    address: ({ dashboard }) => `/dashboards/${dashboard}`,
    act: async (page) => {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("button", { name: "Arrange" }).click();
      await page.getByRole("button", { name: "Done arranging" }).waitFor();
    },
  },
  "the sharing of a dashboard": { address: ({ dashboard }) => `/dashboards/${dashboard}`, act: opens("Share") },
};

/** Paths of the page's router. */
function routes(): string[] {
  const app = readFileSync("adapters/ui/page/app.tsx", "utf8");
  return [...app.matchAll(/^ {2}\["(\/[^"]*)", /gm)].map(([, path = ""]) => path);
}

const layout = suite("every view, with names of any length and persons by the thousand");
const it = onStage(layout, { now: "2024-05-02T10:00:00Z", inFew: true });

let filled: Promise<Stress> | undefined;
const fill = ({ hoglet }: PageStage) => (filled ??= stress(hoglet));

async function show(stage: PageStage, page: Page, address: string): Promise<void> {
  const isPage = page.url().startsWith(`${stage.url}/ui/#`);
  if (address.startsWith("/shared/")) {
    await page.goto(`${stage.url}/ui${address}`);
    return;
  }
  if (!isPage) await page.goto(`${stage.url}/ui/`);
  await showView(page, address.startsWith("/p/") ? address : `/p/1${address}`);
}

/** The faults of views, each with the view's name. */
async function faultsOf(stage: PageStage, views: Record<string, Shown>): Promise<string[]> {
  const ids = await fill(stage);
  const page = await stage.page("/nowhere");
  const faults: string[] = [];
  for (const width of size(WIDTHS.slice(0, 1), WIDTHS)) {
    await page.setViewportSize({ width, height: 800 });
    for (const [name, { address, act }] of Object.entries(views)) {
      await show(stage, page, typeof address === "string" ? address : address(ids));
      await act?.(page);
      for (const colorScheme of size(THEMES.slice(0, 1), [...THEMES])) {
        await page.emulateMedia({ colorScheme });
        for (const fault of await layoutFaults(page)) faults.push(`${name}, ${width} ${colorScheme}: ${fault}`);
      }
      // An opened dialog or list is left with its page.
      if (act !== undefined) await page.goto("about:blank");
      assert.is.not(await page.title(), "run");
    }
  }
  return faults;
}

it("keep every text and field within the window, whole, and apart", async (stage) => {
  assert.equal(await faultsOf(stage, VIEWS), []);
});

if (isAll)
  it("keep them so in dialogs, lists and cards over a view", async (stage) => {
    assert.equal(await faultsOf(stage, OVER), []);
  });

layout("are views of every route of the page", () => {
  const ids = new Proxy({} as Stress, { get: () => "x" });
  const shown = Object.values(VIEWS).map(({ address }) => (typeof address === "string" ? address : address(ids)));
  const isShown = (route: string) => {
    const path = new RegExp(`^(?:/p/x)?${route.replace(":id", "[^/?]+")}(?:\\?|$)`);
    return shown.some((each) => path.test(each));
  };
  assert.ok(routes().length > 15, routes().join(" "));
  assert.equal(
    routes().filter((route) => !isShown(route)),
    [],
  );
});

layout.run();
