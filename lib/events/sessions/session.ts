import { channelType } from "./channel-type.ts";
import type { TrafficSource } from "./channel-type.ts";

export interface SessionEvent {
  timestampMs: number;
  event: string;
  distinctId: string;
  properties: Readonly<Record<string, unknown>>;
}

/** A session's first or last page. */
interface Page {
  url: string | null;
  pathname: string | null;
  hostname: string | null;
}

/** A session while its events are collected. */
export interface Session {
  startMs: number;
  endMs: number;
  distinctId: string;
  pageviews: number;
  autocaptures: number;
  screens: number;
  urls: Set<string>;
  entry: Page & { atMs: number };
  exit: Page & { atMs: number };
  source: TrafficSource & { atMs: number };
  lastExternalClickUrl: string | null;
  clickedMs: number;
}

export interface SessionSummary {
  startMs: number;
  endMs: number;
  /** Whole seconds. */
  seconds: number;
  /** The distinct id of the last event. */
  distinctId: string;
  pageviews: number;
  autocaptures: number;
  screens: number;
  /** The URLs in the order in which the events came. */
  urls: string[];
  urlCount: number;
  entry: Page;
  exit: Page;
  /** The first referrer or campaign. */
  source: TrafficSource;
  channelType: string;
  /** Null = without page views it counts neither way. */
  isBounce: boolean | null;
  lastExternalClickUrl: string | null;
}

/** A session of this length is no bounce. */
const BOUNCE_SECONDS = 10;

/** A crawler visits any number of URLs, and each costs its characters in memory. */
export const MAX_URLS = 1000;

/** Event properties that tell how a session began. */
export const SOURCE_PROPERTIES: Readonly<Record<keyof TrafficSource, string>> = {
  referrer: "$referrer",
  referringDomain: "$referring_domain",
  utmSource: "utm_source",
  utmMedium: "utm_medium",
  utmCampaign: "utm_campaign",
  utmTerm: "utm_term",
  utmContent: "utm_content",
  gclid: "gclid",
  gadSource: "gad_source",
  fbclid: "fbclid",
};

const NOWHERE = { url: null, pathname: null, hostname: null };
const NO_SOURCE: TrafficSource = {
  referrer: null,
  referringDomain: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
  gclid: null,
  gadSource: null,
  fbclid: null,
};

export function createSession(): Session {
  return {
    startMs: Infinity,
    endMs: -Infinity,
    distinctId: "",
    pageviews: 0,
    autocaptures: 0,
    screens: 0,
    urls: new Set(),
    entry: { ...NOWHERE, atMs: Infinity },
    exit: { ...NOWHERE, atMs: -Infinity },
    source: { ...NO_SOURCE, atMs: Infinity },
    lastExternalClickUrl: null,
    clickedMs: -Infinity,
  };
}

/** Adds an event; the order of the calls does not matter. */
export function addToSession(session: Session, added: SessionEvent): void {
  const { timestampMs, event, properties, distinctId } = added;
  if (timestampMs >= session.endMs) [session.endMs, session.distinctId] = [timestampMs, distinctId];
  session.startMs = Math.min(session.startMs, timestampMs);
  if (event === "$pageview") session.pageviews += 1;
  if (event === "$autocapture") session.autocaptures += 1;
  if (event === "$screen") session.screens += 1;
  addPage(session, added);
  if (timestampMs < session.source.atMs) {
    const source = toSource(properties);
    if (Object.values(source).some((value) => value !== null)) session.source = { ...source, atMs: timestampMs };
  }
  const clicked = toSessionText(properties["$external_click_url"]);
  if (clicked !== null && timestampMs >= session.clickedMs) {
    [session.lastExternalClickUrl, session.clickedMs] = [clicked, timestampMs];
  }
}

function addPage(session: Session, { timestampMs, event, properties }: SessionEvent): void {
  const url = toSessionText(properties["$current_url"]);
  if (url === null || (event !== "$pageview" && event !== "$screen")) return;
  if (session.urls.size < MAX_URLS) session.urls.add(url);
  const isFirst = timestampMs < session.entry.atMs;
  const isLast = timestampMs >= session.exit.atMs;
  if (!isFirst && !isLast) return;
  const page = { url, ...toPlace(url), atMs: timestampMs };
  if (isFirst) session.entry = page;
  if (isLast) session.exit = page;
}

/** The path and the host of a URL; null = it is no URL. */
export function toPlace(url: string): Pick<Page, "pathname" | "hostname"> {
  if (!URL.canParse(url)) return { pathname: null, hostname: null };
  const { pathname, hostname } = new URL(url);
  return { pathname, hostname };
}

function toSource(properties: SessionEvent["properties"]): TrafficSource {
  const entries = Object.entries(SOURCE_PROPERTIES).map(([name, key]) => [name, toSessionText(properties[key])]);
  return Object.fromEntries(entries) as TrafficSource;
}

/** An event property as a session's text; null = it has none. */
export function toSessionText(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}

/** The session must have an event. */
export function summarizeSession(session: Session): SessionSummary {
  const { entry, exit, source, urls, clickedMs, ...rest } = session;
  void clickedMs;
  const seconds = Math.floor((session.endMs - session.startMs) / 1000);
  return {
    ...rest,
    seconds,
    urls: [...urls],
    urlCount: urls.size,
    entry: withoutTime(entry),
    exit: withoutTime(exit),
    source: withoutTime(source),
    channelType: channelType(source),
    isBounce: isBounce(session, seconds),
  };
}

function withoutTime<T extends { atMs: number }>({ atMs, ...rest }: T): Omit<T, "atMs"> {
  void atMs;
  return rest;
}

/** Null = without page views it counts neither way. */
export function isBounce(
  { pageviews, autocaptures }: Pick<Session, "pageviews" | "autocaptures">,
  seconds: number,
): boolean | null {
  if (pageviews === 0) return null;
  return pageviews === 1 && autocaptures === 0 && seconds < BOUNCE_SECONDS;
}
