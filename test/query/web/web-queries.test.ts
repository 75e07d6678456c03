import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openTables } from "../tables/open-tables.ts";

// Expected values: reference/query.md 4.12, counted by hand from the events below.

const visit = (distinct_id: string, $session_id: string, timestamp: string, properties: object) => ({
  event: "$pageview",
  distinct_id,
  timestamp,
  properties: { $session_id, ...properties },
});

const DATA = {
  now: "2024-05-10T12:00:00Z",
  persons: [{ distinct_ids: ["ann"] }, { distinct_ids: ["bob"] }],
  events: [
    // Two pages in a minute: no bounce. From a search engine.
    visit("ann", "s1", "2024-05-09T08:00:00Z", {
      $pathname: "/",
      $current_url: "https://x.org/",
      $referring_domain: "www.google.com",
      $browser: "Chrome",
    }),
    visit("ann", "s1", "2024-05-09T08:01:00Z", {
      $pathname: "/buy",
      $current_url: "https://x.org/buy",
      $browser: "Chrome",
    }),
    { event: "paid", distinct_id: "ann", timestamp: "2024-05-09T08:01:30Z", properties: { $session_id: "s1" } },
    // One page: a bounce.
    visit("bob", "s2", "2024-05-09T09:00:00Z", {
      $pathname: "/",
      $current_url: "https://x.org/",
      $referring_domain: "$direct",
      $browser: "Safari",
    }),
    // The day before.
    visit("bob", "s0", "2024-05-08T09:00:00Z", {
      $pathname: "/",
      $current_url: "https://x.org/",
      $referring_domain: "$direct",
      $browser: "Safari",
    }),
    // Without a session it is no visit.
    { event: "$pageview", distinct_id: "ann", timestamp: "2024-05-09T10:00:00Z", properties: { $pathname: "/" } },
  ],
};
const session = (id: string, ...times: string[]) => times.map((time) => visit("ann", id, `2024-05-${time}Z`, {}));

const dateRange = { date_from: "2024-05-09", date_to: "2024-05-09" };

const web = suite("web queries");

web("counts visitors, views, sessions, duration and bounces, against the day before", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const { body } = await ask({
    kind: "WebOverviewQuery",
    properties: [],
    dateRange,
    compareFilter: { compare: true },
  });
  const figures = (body.results as unknown as Record<string, unknown>[]).map((item) => [
    item["key"],
    item["value"],
    item["previous"],
    item["changeFromPreviousPct"],
  ]);
  assert.equal(figures, [
    ["visitors", 2, 1, 100],
    ["views", 3, 1, 200],
    ["sessions", 2, 1, 100],
    ["session duration", 45, 0, null],
    ["bounce rate", 50, 100, -50],
  ]);
});

web("sees sessions whole that reach over an end of the range, and leaves out those that began before", async () => {
  const { hoglet, ask } = await openTables({
    ...DATA,
    events: [
      ...session("before", "08T23:00:00", "09T01:00:00"),
      ...session("within", "09T10:00:00", "09T10:00:30"),
      ...session("after", "09T23:00:00", "11T11:00:00"),
    ],
  });
  await using _ = hoglet;
  const { body } = await ask({ kind: "WebOverviewQuery", properties: [], dateRange });
  const figures = (body.results as unknown as Record<string, unknown>[]).map((item) => [item["key"], item["value"]]);
  // 30 s, and 36 hours.
  assert.equal(figures.slice(2, 4), [
    ["sessions", 2],
    ["session duration", (30 + 36 * 3600) / 2],
  ]);
});

web("counts conversions for a goal", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const query = { kind: "WebOverviewQuery", properties: [], dateRange, conversionGoal: { customEventName: "paid" } };
  const { body } = await ask(query);
  const figures = (body.results as unknown as Record<string, unknown>[]).map((item) => [item["key"], item["value"]]);
  assert.equal(figures, [
    ["visitors", 2],
    ["total conversions", 1],
    ["unique conversions", 1],
    ["conversion rate", 50],
  ]);
});

web("lists pages, sources and browsers", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const rows = async (breakdownBy: string, fields: object = {}) =>
    (await ask({ kind: "WebStatsTableQuery", properties: [], dateRange, breakdownBy, ...fields })).body.results;
  assert.equal(await rows("Page", { includeBounceRate: true }), [
    ["/", [2, null], [2, null], [0.5, null], 2 / 3, ""],
    ["/buy", [1, null], [1, null], [null, null], 1 / 3, ""],
  ]);
  assert.equal(await rows("Page", { limit: 1, offset: 1, includeHost: true }), [
    ["/buy", [1, null], [1, null], 1 / 3, ""],
  ]);
  const cells = async (name: string) => (await rows(name)).map(([value, visitors, views]) => [value, visitors, views]);
  assert.equal(await cells("InitialChannelType"), [
    ["Organic Search", [1, null], [2, null]],
    ["Direct", [1, null], [1, null]],
  ]);
  assert.equal(await cells("ExitPage"), [
    ["/buy", [1, null], [2, null]],
    ["/", [1, null], [1, null]],
  ]);
  assert.equal(await cells("Browser"), [
    ["Chrome", [1, null], [2, null]],
    ["Safari", [1, null], [1, null]],
  ]);
  const safari = { properties: [{ type: "event", key: "$browser", value: "Safari", operator: "exact" }] };
  assert.equal(await rows("Page", safari), [["/", [1, null], [1, null], 1, ""]]);
});

/** A page that was left: how long it was open, and how far down it was scrolled and seen. */
const left = ($prev_pageview_pathname: string, seconds: number, scroll: number, content: number) => ({
  $prev_pageview_pathname,
  $prev_pageview_duration: seconds,
  $prev_pageview_max_scroll_percentage: scroll,
  $prev_pageview_max_content_percentage: content,
});

const at = ($pathname: string) => ({ $pathname, $current_url: `https://x.org${$pathname}` });

const READING = {
  ...DATA,
  events: [
    visit("ann", "s1", "2024-05-09T08:00:00Z", { ...at("/a") }),
    visit("ann", "s1", "2024-05-09T08:01:00Z", { ...at("/b"), ...left("/a", 10, 0.5, 0.9) }),
    {
      ...visit("ann", "s1", "2024-05-09T08:02:00Z", { ...at("/b"), ...left("/b", 20, 0.1, 0.2) }),
      event: "$pageleave",
    },
    visit("bob", "s2", "2024-05-09T09:00:00Z", { ...at("/a") }),
    {
      ...visit("bob", "s2", "2024-05-09T09:05:00Z", { ...at("/a"), ...left("/a", 20, 1, 0.7) }),
      event: "$pageleave",
    },
  ],
};

web("shows of pages how far they were scrolled and how long they were open", async () => {
  const { hoglet, ask } = await openTables(READING);
  await using _ = hoglet;
  const query = { kind: "WebStatsTableQuery", properties: [], dateRange, breakdownBy: "Page" };
  const scrolled = await ask({ ...query, includeBounceRate: true, includeScrollDepth: true });
  assert.equal(
    scrolled.body["columns"] as unknown,
    [
      "breakdown_value",
      "visitors",
      "views",
      "bounce_rate",
      "average_scroll_percentage",
      "scroll_gt80_percentage",
      "ui_fill_fraction",
      "cross_sell",
    ].map((name) => `context.columns.${name}`),
  );
  // Two sessions began on /a; one of them saw one page, for five minutes: no bounce.
  assert.equal(scrolled.body.results, [
    ["/a", [2, null], [2, null], [0, null], [0.75, null], [0.5, null], 2 / 3, ""],
    ["/b", [1, null], [1, null], [null, null], [0.1, null], [0, null], 1 / 3, ""],
  ]);
  // Nine tenths of the way from 10 s to 20 s.
  const timed = await ask({ ...query, includeAvgTimeOnPage: true, compareFilter: { compare: true } });
  assert.equal(timed.body.results, [
    ["/a", [2, 0], [2, 0], [19, null], [0, null], 2 / 3, ""],
    ["/b", [1, 0], [1, 0], [20, null], [0, null], 1 / 3, ""],
  ]);
  const only = { properties: [{ type: "event", key: "$pathname", value: "/b", operator: "exact" }] };
  assert.equal(
    (await ask({ ...query, ...only, includeScrollDepth: true })).body.results.map((row) => row[3]),
    [[0.1, null]],
  );
});

web("shows the page before, the hours from UTC, and pages that annoy", async () => {
  const { hoglet, ask } = await openTables({
    ...DATA,
    events: [
      visit("ann", "s1", "2024-05-09T08:00:00Z", {
        $pathname: "/a",
        $current_url: "https://x.org/a",
        $referrer: "https://news.org/item?id=1",
        $timezone_offset: -570,
        $viewport_width: 800,
        $viewport_height: 600,
        $geoip_country_code: "AU",
        $geoip_city_name: "Darwin",
      }),
      visit("ann", "s1", "2024-05-09T08:01:00Z", { $pathname: "/b", $prev_pageview_pathname: "/a" }),
      visit("ann", "s1", "2024-05-09T08:02:00Z", {
        $pathname: "/c",
        $current_url: "https://x.org/c",
        $referrer: "https://x.org/b?q=1",
        $viewport_width: 0,
        $viewport_height: 0,
      }),
      ...["$rageclick", "$exception", "$exception"].map((event) => ({
        event,
        distinct_id: "ann",
        timestamp: "2024-05-09T08:03:00Z",
        properties: { $session_id: "s1", $pathname: "/c" },
      })),
      { ...visit("ann", "s1", "2024-05-09T08:04:00Z", { $pathname: "/b" }), event: "$dead_click" },
    ],
  });
  await using _ = hoglet;
  const rows = async (breakdownBy: string) =>
    (await ask({ kind: "WebStatsTableQuery", properties: [], dateRange, breakdownBy })).body;
  const values = async (name: string) => (await rows(name)).results.map(([value]) => value);
  assert.equal(await values("PreviousPage"), ["/a", "/b", "https://news.org/item?id=1"]);
  assert.equal(await values("Timezone"), [9.5]);
  assert.equal(await values("Viewport"), [[800, 600]]);
  assert.equal(await values("City"), [["AU", "Darwin"]]);
  const annoying = await rows("FrustrationMetrics");
  assert.equal(
    annoying["columns"] as unknown,
    ["breakdown_value", "rage_clicks", "dead_clicks", "errors", "cross_sell"].map((name) => `context.columns.${name}`),
  );
  assert.equal(annoying.results, [
    ["/c", [1, null], [0, null], [2, null], ""],
    ["/b", [0, null], [1, null], [0, null], ""],
  ]);
});

web("fills rows by the column that they are sorted by", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const query = { kind: "WebStatsTableQuery", properties: [], dateRange, breakdownBy: "Browser" };
  const fills = async (column: string, fields: object = {}) =>
    (await ask({ ...query, ...fields, orderBy: [column, "ASC"] })).body.results.map((row) => [row[0], row.at(-2)]);
  assert.equal(await fills("Views"), [
    ["Safari", 1 / 3],
    ["Chrome", 2 / 3],
  ]);
  assert.equal(await fills("BounceRate", { includeBounceRate: true }), [
    ["Chrome", 0],
    ["Safari", 1],
  ]);
});

web("refuses a breakdown and options that it does not know", async () => {
  const { hoglet, ask } = await openTables({ now: DATA.now });
  await using _ = hoglet;
  const query = { kind: "WebStatsTableQuery", properties: [] };
  assert.is((await ask(query)).status, 400);
  assert.is((await ask({ ...query, breakdownBy: "Moon" })).status, 400);
  const { status, body } = await ask({ ...query, breakdownBy: "Browser", includeScrollDepth: true });
  assert.is(status, 400);
  assert.match(String(body["detail"]), /Page/);
  assert.is((await ask({ ...query, breakdownBy: "Browser", includeAvgTimeOnPage: true })).status, 400);
  assert.is((await ask({ kind: "WebOverviewQuery" })).status, 400);
});

web("counts conversions by a value", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const query = {
    kind: "WebStatsTableQuery",
    properties: [],
    dateRange,
    breakdownBy: "InitialChannelType",
    conversionGoal: { customEventName: "paid" },
  };
  const { body } = await ask(query);
  const names = ["visitors", "total_conversions", "unique_conversions", "conversion_rate"];
  assert.equal(
    (body["columns"] as unknown as string[]).slice(1, 5),
    names.map((name) => `context.columns.${name}`),
  );
  assert.equal(
    body.results.map((row) => row.slice(0, 5)),
    [
      ["Organic Search", [1, null], [1, null], [1, null], [1, null]],
      ["Direct", [1, null], [0, null], [0, null], [0, null]],
    ],
  );
  const { body: sorted } = await ask({ ...query, orderBy: ["ConversionRate", "ASC"] });
  assert.is(sorted.results[0]?.[0], "Direct");
});

web.run();
