import { remember } from "../../base/recent.ts";
import { lowerText, withoutMaker } from "./ai-event.ts";
import { PRICE_TABLE } from "./price-table.ts";
import { namesOf, toProvider } from "./model-names.ts";

/** Prices of a model of your own, in US dollars per million tokens. */
export interface AiPrice {
  input: number;
  output: number;
  /** Input that the provider reads from its cache. @default as PostHog reckons: a tenth of `input` for Claude, else half */
  cacheRead?: number;
  /** Input that the provider writes to its cache. @default 1.25 times `input` for Claude, else `input` */
  cacheWrite?: number;
  /** US dollars per request. */
  request?: number;
  /** US dollars per web search. */
  webSearch?: number;
}

/** Prices by model. */
export type AiPrices = Readonly<Record<string, AiPrice>>;

/** Prices in US dollars per token. */
export interface TokenPrices {
  input: number;
  output: number;
  cacheRead?: number | undefined;
  cacheWrite?: number | undefined;
  /** Input that is written for an hour. */
  cacheWriteHour?: number | undefined;
  request?: number | undefined;
  webSearch?: number | undefined;
}

export interface PricedModel {
  model: string;
  /** "default" = the sender names no known provider. */
  provider: string;
  source: "openrouter" | "manual";
  prices: TokenPrices;
  /** Prices of longer prompts. */
  long?: { overTokens: number; prices: TokenPrices } | undefined;
}

const MILLION = 1_000_000;

/** Your own prices first, then the table's. Undefined = unknown model. */
export function findPrice(model: string, provider: unknown, own: AiPrices = {}): PricedModel | undefined {
  const mine = findOwn(model, own);
  if (mine !== undefined) return mine;
  const row = searchTable(model);
  if (row === undefined) return undefined;
  const { maker, ...found } = row;
  return { ...found, provider: typeof provider === "string" && toProvider(provider) === maker ? maker : "default" };
}

function findOwn(model: string, own: AiPrices): PricedModel | undefined {
  const sent = lowerText(model);
  const name =
    Object.keys(own).find((each) => each.toLowerCase() === sent) ??
    Object.keys(own).find((each) => each.toLowerCase() === withoutMaker(sent));
  const price = name === undefined ? undefined : own[name];
  if (name === undefined || price === undefined) return undefined;
  const { request, webSearch } = price;
  const perToken = (usd: number | undefined) => (usd === undefined ? undefined : usd / MILLION);
  const prices: TokenPrices = {
    input: price.input / MILLION,
    output: price.output / MILLION,
    cacheRead: perToken(price.cacheRead),
    cacheWrite: perToken(price.cacheWrite),
    request,
    webSearch,
  };
  return { model: name, provider: "default", source: "manual", prices };
}

interface Row extends Omit<PricedModel, "provider"> {
  maker: string;
  /** The forms in which senders write the name. */
  names: readonly string[];
}

let table: ReadonlyMap<string, Row> | undefined;

function rows(): ReadonlyMap<string, Row> {
  return (table ??= readTable());
}

function readTable(): Map<string, Row> {
  const read = new Map<string, Row>();
  for (const group of PRICE_TABLE.trim().split(/\n(?=\S)/)) {
    const [maker = "", list = ""] = group.split(/:\s([^]*)/);
    for (const entry of list.split(";")) {
      const [short = "", ...numbers] = entry.trim().split(/\s+/);
      const tier = numbers.findIndex((text) => text.startsWith(">"));
      const prices = toPrices(tier < 0 ? numbers : numbers.slice(0, tier));
      const over = Number(numbers[tier]?.slice(1));
      const long = tier < 0 ? undefined : { overTokens: over, prices: toPrices(numbers.slice(tier + 1)) };
      const model = `${maker}/${short}`;
      read.set(model, { model, maker: toProvider(maker), source: "openrouter", prices, long, names: namesOf(model) });
    }
  }
  return read;
}

function toPrices(numbers: readonly string[]): TokenPrices {
  const [input = 0, output = 0, cacheRead, cacheWrite] = numbers.map((text) =>
    text === "-" ? undefined : Number(text) / MILLION,
  );
  return { input, output, cacheRead, cacheWrite };
}

/** Searched models: an app has few. */
const MAX_FOUND = 500;

const searchTable = remember(
  MAX_FOUND,
  (model): Row | undefined => rows().get(model.toLowerCase()) ?? longestWithin(model) ?? firstAround(model),
);

/** The model with the longest name inside this: "gpt-4.1-mini" of "gpt-4.1-mini-2025-04-14". */
function longestWithin(model: string): Row | undefined {
  const sent = namesOf(model);
  let best: Row | undefined;
  let length = 0;
  for (const row of rows().values()) {
    for (const name of row.names) {
      if (name.length <= length || !sent.some((each) => each.includes(name))) continue;
      length = name.length;
      best = row;
    }
  }
  return best;
}

/** The first model around this: "sonnet-4" of "claude-sonnet-4". */
function firstAround(model: string): Row | undefined {
  const sent = namesOf(model);
  for (const row of rows().values()) {
    if (row.names.some((name) => sent.some((each) => name.includes(each)))) return row;
  }
  return undefined;
}
