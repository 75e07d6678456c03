import { useState } from "preact/hooks";
import { Answered, Empty } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { NewestPersons, TopEvents } from "./app-lists.tsx";
import { BarList } from "./bar-list.tsx";
import { topValues } from "./top-values.ts";
import type { WebFilter } from "./web-state.ts";

/** A tab of a list. */
interface Tab {
  name: string;
  /** The event property that a row filters by. */
  key: string;
  /** The property of the session whose values are listed. @default that of the event */
  entry?: string;
}

const LISTS: { title: string; tabs: Tab[] }[] = [
  {
    title: "Pages",
    tabs: [
      { name: "Top pages", key: "$pathname" },
      { name: "Entry pages", entry: "$entry_pathname", key: "$pathname" },
    ],
  },
  {
    title: "Sources",
    tabs: [
      { name: "Sources", entry: "$entry_referring_domain", key: "$referring_domain" },
      { name: "Campaigns", entry: "$entry_utm_campaign", key: "utm_campaign" },
    ],
  },
  { title: "Countries", tabs: [{ name: "Countries", key: "$geoip_country_code" }] },
  {
    title: "Devices",
    tabs: [
      { name: "Devices", key: "$device_type" },
      { name: "Browsers", key: "$browser" },
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

function WebList({ title, tabs, query, filters, filterBy }: WebListsProps & { title: string; tabs: Tab[] }) {
  const { P } = useProject();
  const [place, setPlace] = useState(0);
  const [first] = tabs;
  const tab = tabs[place] ?? first;
  const breakdown =
    tab?.entry === undefined
      ? ({ property: tab?.key ?? "", type: "event" } as const)
      : ({ property: tab.entry, type: "session" } as const);
  const answer = useLoaded(["web list", P, breakdown, query], (signal) =>
    topValues(P, { series: { event: "$pageview", math: "dau" }, breakdown, query }, signal),
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
        {(values) => {
          if (values.length === 0) return <Empty>No matching visits in this period.</Empty>;
          const items = values.slice(0, ROWS).map(({ value, count }) => ({
            name: toName(tab?.key, value),
            count,
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

function toName(key: string | undefined, value: string | null): string {
  if (value === null || value === "") return "none";
  if (value === "$direct") return "Direct";
  if (key !== "$geoip_country_code") return value;
  try {
    return new Intl.DisplayNames("en", { type: "region" }).of(value) ?? value;
  } catch {
    // The code is none of a country.
    return value;
  }
}
