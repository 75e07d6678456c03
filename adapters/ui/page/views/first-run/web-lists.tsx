import { useState } from "preact/hooks";
import { call } from "../../api.ts";
import { Answered, Empty } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { NewestPersons, TopEvents } from "./app-lists.tsx";
import { BarList } from "./bar-list.tsx";
import type { WebFilter } from "./web-state.ts";

/** A tab of a list. */
interface Tab {
  name: string;
  breakdownBy: string;
  /** The event property that a row filters by. */
  key: string;
}

const LISTS: { title: string; tabs: Tab[] }[] = [
  {
    title: "Pages",
    tabs: [
      { name: "Top pages", breakdownBy: "Page", key: "$pathname" },
      { name: "Entry pages", breakdownBy: "InitialPage", key: "$pathname" },
    ],
  },
  {
    title: "Sources",
    tabs: [
      { name: "Sources", breakdownBy: "InitialReferringDomain", key: "$referring_domain" },
      { name: "Campaigns", breakdownBy: "InitialUTMCampaign", key: "utm_campaign" },
    ],
  },
  { title: "Countries", tabs: [{ name: "Countries", breakdownBy: "Country", key: "$geoip_country_code" }] },
  {
    title: "Devices",
    tabs: [
      { name: "Devices", breakdownBy: "DeviceType", key: "$device_type" },
      { name: "Browsers", breakdownBy: "Browser", key: "$browser" },
    ],
  },
];

/** Rows of a list. */
const ROWS = 8;

interface WebListsProps {
  /** The fields that all web queries share. */
  query: Record<string, unknown>;
  filters: readonly WebFilter[];
  filterBy: (filter: WebFilter) => void;
}

/** Pages, sources, countries and devices as bars, the most visited first; the app's own events, and its newest persons. */
export function WebLists(props: WebListsProps) {
  return (
    <div class="web-lists">
      {LISTS.map(({ title, tabs }) => (
        <WebList key={title} title={title} tabs={tabs} {...props} />
      ))}
      <TopEvents isOwn />
      <NewestPersons />
    </div>
  );
}

type StatsRow = [value: string | null, visitors: [current: number, previous: number | null], ...rest: unknown[]];

function WebList({ title, tabs, query, filters, filterBy }: WebListsProps & { title: string; tabs: Tab[] }) {
  const { P } = useProject();
  const [place, setPlace] = useState(0);
  const [first] = tabs;
  const tab = tabs[place] ?? first;
  const breakdownBy = tab?.breakdownBy ?? "";
  const answer = useLoaded(["web list", P, breakdownBy, query], (signal) =>
    call<{ results: StatsRow[] }>(`${P}/query/`, {
      method: "POST",
      body: { query: { kind: "WebStatsTableQuery", breakdownBy, limit: ROWS, ...query, compareFilter: null } },
      signal,
    }),
  );
  return (
    <section class="panel stack" aria-label={title}>
      <div class="web-tabs">
        {tabs.length === 1 ? (
          <h2>{tab?.name}</h2>
        ) : (
          tabs.map(({ name }, index) => (
            <button key={name} type="button" aria-pressed={index === place} onClick={() => setPlace(index)}>
              {name}
            </button>
          ))
        )}
        <span class="hint">Visitors</span>
      </div>
      <Answered answer={answer} what={title.toLowerCase()}>
        {({ results }) => {
          if (results.length === 0) return <Empty>No matching visits in this period.</Empty>;
          const items = results.map(([value, [visitors]]) => ({
            name: toName(tab?.breakdownBy, value),
            count: visitors,
            title: value === null ? undefined : `Show only ${value}`,
            isChosen: filters.some(({ key, value: is }) => key === tab?.key && is === value),
            choose: value === null || tab === undefined ? undefined : () => filterBy({ key: tab.key, value }),
          }));
          return <BarList items={items} />;
        }}
      </Answered>
    </section>
  );
}

function toName(breakdownBy: string | undefined, value: string | null): string {
  if (value === null || value === "") return "none";
  if (value === "$direct") return "Direct";
  if (breakdownBy !== "Country") return value;
  try {
    return new Intl.DisplayNames("en", { type: "region" }).of(value) ?? value;
  } catch {
    // The code is none of a country.
    return value;
  }
}
