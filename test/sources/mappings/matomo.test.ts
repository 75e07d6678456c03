import { suite } from "uvu";
import * as assert from "uvu/assert";
import { idsOf, take } from "../take.ts";

const matomo = suite("Matomo");

const VISIT = { idSite: "1", idVisit: "501", visitorId: "0a1b2c3d4e5f6071", userId: "u-1", visitIp: "192.0.2.1" };
const DEVICE = { browserName: "Firefox", browserVersion: "122.0", resolution: "1920x1080", country: "Spain" };
const ACTIONS: Record<string, string>[] = [
  {
    type: "action",
    url: "https://m.example/a?b=1",
    pageTitle: 'He said "hi", twice',
    pageId: "9001",
    timestamp: "1709546400",
  },
  {
    type: "event",
    eventCategory: "Video",
    eventAction: "Play",
    eventValue: "3.5",
    pageId: "9002",
    timestamp: "1709546430",
  },
  { type: "goal", goalName: "Signup", timestamp: "1709546431" },
  { type: "ecommerceOrder", orderId: "007", revenue: "42.50", revenueSubTotal: "40", timestamp: "1709546440" },
];
const OTHER = { ...VISIT, idVisit: "502", visitorId: "ffffffffffffffff", userId: "" };

const cell = (text = "") => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The wide CSV: a column for each field of each action, UTF-16 with a byte order mark and CRLF. */
function toWide(visits: { visit: Record<string, string>; actions: Record<string, string>[] }[]): Buffer {
  const rows = visits.map(({ visit, actions }) => ({
    ...visit,
    ...Object.fromEntries(
      actions.flatMap((action, at) =>
        Object.entries(action).map(([key, value]) => [`actionDetails_${at}_${key}`, value]),
      ),
    ),
  })) as Record<string, string>[];
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].toReversed();
  const lines = [columns.join(","), ...rows.map((row) => columns.map((column) => cell(row[column])).join(","))];
  return Buffer.from(`\ufeff${lines.join("\r\n")}\r\n`, "utf16le");
}

matomo("CSV gives the same events as JSON, with the same uuids", async () => {
  const visits = [
    { visit: { ...VISIT, ...DEVICE }, actions: ACTIONS },
    { visit: { ...OTHER, ...DEVICE }, actions: ACTIONS.slice(0, 1) },
  ];
  const json = await take(
    JSON.stringify(visits.map(({ visit, actions }) => ({ ...visit, actionDetails: actions.map(toJsonAction) }))),
  );
  const csv = await take(toWide(visits));
  assert.equal([json.counts.from, csv.counts.from], ["matomo", "matomo"]);
  assert.equal(csv.counts.skipped, { goal: 1 });
  assert.equal(csv.events.map(sorted), json.events.map(sorted));
  assert.equal(idsOf(csv.persons), [["0a1b2c3d4e5f6071", "u-1"], ["ffffffffffffffff"]]);
  const order = csv.events.find(({ event }) => event === "ecommerceOrder")?.["properties"] as Record<string, unknown>;
  assert.equal([order["revenue"], order["revenueSubTotal"], order["orderId"]], [42.5, 40, "007"]);
  const view = csv.events.find(({ event }) => event === "$pageview")?.["properties"] as Record<string, unknown>;
  assert.equal(
    [view["$browser"], view["$browser_version"], view["title"], view["$pathname"], view["$screen_width"]],
    ["Firefox", "122.0", 'He said "hi", twice', "/a", 1920],
  );
});

/** JSON has numbers where CSV has digits. */
function toJsonAction(action: Record<string, string>): object {
  const { eventValue, revenue, revenueSubTotal, ...rest } = action;
  const numbers = Object.entries({ eventValue, revenue, revenueSubTotal }).filter(([, text]) => text !== undefined);
  return { ...rest, ...Object.fromEntries(numbers.map(([key, text]) => [key, Number(text)])) };
}

function sorted(event: Record<string, unknown>) {
  return { ...event, properties: Object.fromEntries(Object.entries(event["properties"] as object).toSorted()) };
}

matomo.run();
