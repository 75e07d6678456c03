import { invalid, notAcceptable } from "../base/errors.ts";
import type { Target } from "./http.ts";
import type { KeyRoute } from "./route.ts";

/** The formats of an answer; the use case returns the same value for all of them. */
export type Format = "json" | "csv" | "ndjson";

const MEDIA_TYPES: Record<Format, string> = {
  json: "application/json",
  csv: "text/csv",
  ndjson: "application/x-ndjson",
};

/** A request's wishes for the format of its answer, strongest first. */
export interface FormatRequest {
  /** The suffix of the path's last part, without the dot; null = none. */
  suffix: "json" | "csv" | null;
  query: Target["query"];
  /** The header; undefined = any format. */
  accept: string | undefined;
}

/**
 * Chooses a format (reference/rest.md 1.4): the path's suffix, else `?format=`, else the best match of `Accept`; JSON
 * when all match equally. A format that is named wins over `Accept`, which many clients send by default (PostHog
 * answers 406 when the two disagree). A route whose input has a field `format` reads it itself.
 * @throws invalid naming `format` when the route does not know it; notAcceptable when no format matches `Accept`
 */
export function toFormat(route: Pick<KeyRoute, "input" | "csv" | "produces">, wish: FormatRequest): Format {
  if (hasOwnFormat(route)) return "json";
  const formats: Format[] = route.csv === undefined || route.csv === false ? ["json"] : ["json", "csv"];
  const name = wish.suffix ?? wish.query.get("format");
  return chooseFormat(formats, { name, accept: wish.accept }, route.produces);
}

/**
 * The format of this name; without a name the best match of `Accept`.
 * @param produces further media types of the answer, which are no format to choose
 * @throws invalid naming `format`; notAcceptable
 */
export function chooseFormat<const Known extends Format>(
  formats: readonly Known[],
  { name, accept }: { name: unknown; accept: string | undefined },
  produces: readonly string[] = [],
): Known | "json" {
  if (name) {
    const format = formats.find((known) => known === name);
    if (format === undefined) throw invalid("format", `Expected ${formats.join(" or ")}.`);
    return format;
  }
  const best = mostWanted(accept || "*/*", [...formats.map((format) => MEDIA_TYPES[format]), ...produces]);
  if (best === null) throw notAcceptable();
  return formats.find((format) => MEDIA_TYPES[format] === best) ?? "json";
}

/** Does the use case choose the format itself, by a field `format` of its input? */
export function hasOwnFormat({ input }: Pick<KeyRoute, "input">): boolean {
  return input !== null && "entries" in input && Object.hasOwn(input.entries as object, "format");
}

/** The offer that the header prefers, of equal offers the first; null = none is acceptable. Source: RFC 9110 12.5.1. */
function mostWanted(accept: string, offers: readonly string[]): string | null {
  const ranges = accept.split(",").map(toRange);
  let best: string | null = null;
  let most = 0;
  for (const offer of offers) {
    const quality = qualityOf(ranges, offer);
    if (quality > most) [best, most] = [offer, quality];
  }
  return best;
}

interface Range {
  /** A media range, for example "text/csv", "text/*" or "*\/*". */
  type: string;
  /** The preference, from 0 = never to 1 = preferred. */
  quality: number;
}

function toRange(text: string): Range {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  // Java's own client writes "*" for any type.
  return { type: type === "*" ? "*/*" : type, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** The most specific matching range decides, in any position. */
function qualityOf(ranges: readonly Range[], offer: string): number {
  const [main = ""] = offer.split("/");
  for (const type of [offer, `${main}/*`, "*/*"]) {
    const range = ranges.find((candidate) => candidate.type === type);
    if (range !== undefined) return range.quality;
  }
  return 0;
}
