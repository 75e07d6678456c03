import type { Page } from "playwright-core";
import { toAddress } from "../../adapters/ui/insight-address.ts";
import { KINDS, toDefault } from "../../adapters/ui/page/views/insights/kinds.ts";
import type { Kind } from "../../adapters/ui/page/views/insights/kinds.ts";
import type { Prepared } from "./prepare.ts";

/** A picture: a view, and the actions before it. */
export interface Shot {
  /** The name of the file. */
  name: string;
  /** Behind the `#`. */
  address: string;
  act?: (page: Page) => Promise<unknown>;
}

/** Every view of app.tsx, each kind of insight, and the dialogs over them. */
export function toShots({ person, cohort, flag, insight, dashboard, names }: Prepared): Shot[] {
  const kinds = Object.keys(KINDS) as Kind[];
  const ask = (kind: Kind) => toAddress("new", toDefault(kind, names));
  return [
    { name: "first-run", address: "/" },
    { name: "events", address: "/events?column=plan&column=$current_url" },
    { name: "event", address: "/events", act: (page) => page.locator(".live-row .live-name button").first().click() },
    { name: "live", address: "/events/live" },
    { name: "persons", address: "/persons" },
    { name: "person", address: `/persons/${person}` },
    { name: "insights", address: "/insights" },
    ...kinds.map((kind) => ({ name: kind, address: ask(kind) })),
    { name: "insight", address: `/insights/${insight}` },
    {
      name: "people",
      address: ask("funnel"),
      act: async (page) => {
        await page.locator(".funnel .number-link").nth(2).click();
        await page.locator(".explain summary").first().click();
      },
    },
    { name: "copy-as-code", address: ask("funnel"), act: press("Copy as code") },
    { name: "dashboards", address: "/dashboards" },
    { name: "dashboard", address: `/dashboards/${dashboard}` },
    { name: "cohorts", address: "/cohorts" },
    { name: "cohort", address: `/cohorts/${cohort}` },
    { name: "flags", address: "/flags" },
    {
      name: "flag",
      address: `/flags/${flag}`,
      act: async (page) => {
        await page.getByLabel("Distinct id").fill("ada@example.com");
        await page.getByRole("button", { name: "Evaluate" }).click();
        await page.getByRole("button", { name: "Count who matches" }).click();
        await page.getByText("before the percentage").first().waitFor();
      },
    },
    { name: "flag-edit", address: `/flags/${flag}`, act: press(/^Edit/) },
    { name: "ai", address: "/ai" },
    { name: "ai-trace", address: "/ai?trace=trace-1" },
    { name: "plugins", address: "/plugins" },
    { name: "plugin-set-up", address: "/plugins", act: press(/^Set up/) },
    { name: "deletions", address: "/deletions" },
    {
      name: "sql",
      address: `/sql?q=${encodeURIComponent("select event, count(*) as events from events group by event order by events desc")}`,
      act: press("Run"),
    },
    {
      name: "sql-saved",
      address: `/sql?show=chart&q=${encodeURIComponent(BY_DAY)}`,
      act: async (page) => {
        await page.getByRole("img", { name: /^Chart of/ }).waitFor();
      },
    },
    {
      name: "area",
      address: toAddress("new", { ...toDefault("trends", names), ...BY_PLAN, display: "ActionsAreaGraph" }),
    },
    { name: "pie", address: toAddress("new", { ...toDefault("trends", names), ...BY_PLAN, display: "ActionsPie" }) },
    { name: "map", address: toAddress("new", { ...toDefault("trends", names), ...BY_COUNTRY, display: "WorldMap" }) },
    {
      name: "palette",
      address: "/persons",
      act: async (page) => {
        await page.keyboard.press("Control+k");
        await page.getByRole("dialog").getByLabel("Go to", { exact: true }).fill("or");
        await page.getByRole("option", { name: "order paid" }).waitFor();
      },
    },
    { name: "settings", address: "/settings" },
  ];
}

const BY_DAY =
  "SELECT toDate(timestamp) AS day, count() AS events, count(DISTINCT person_id) AS people FROM events GROUP BY day ORDER BY day";
const BY_PLAN = { breakdown: "plan", breakdown_type: "person" };
const BY_COUNTRY = { breakdown: "$geoip_country_code", breakdown_type: "person" };

function press(name: string | RegExp) {
  return (page: Page) => page.getByRole("button", { name }).first().click();
}
