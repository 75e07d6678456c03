import { HogletError } from "../base/errors.ts";
import { csvLines } from "../base/csv-lines.ts";
import { createTurns } from "../base/turns.ts";
import { toStorageError } from "../storage/index.ts";
import type { AnswerTable } from "./answer-table.ts";
import { toCsv } from "./csv.ts";
import type { RowPages } from "../base/row-pages.ts";
import type { CsvOptions } from "./csv.ts";
import type { HttpReply } from "./http.ts";
import { jsonInTurns } from "./json-in-turns.ts";

const JSON_TYPE = "application/json";

/** A JSON reply; undefined = no body. @param headers further ones */
export function jsonReply(status: number, value: unknown, headers: Record<string, string> = {}): HttpReply {
  if (value === undefined) return { status, headers, body: null };
  return { status, headers: { "content-type": JSON_TYPE, ...headers }, body: JSON.stringify(value) };
}

const RAW = Symbol("raw reply");

/** A reply that a route with a key created itself, such as a stream. Created by `rawReply`. */
export interface RawReply {
  readonly [RAW]: HttpReply;
}

/** Lets the `run` of a route with a key return a whole reply instead of a value for JSON. */
export function rawReply(reply: HttpReply): RawReply {
  return { [RAW]: reply };
}

export function isRawReply(value: unknown): value is RawReply {
  return typeof value === "object" && value !== null && RAW in value;
}

/** Converts the result of a route with a key to a reply. */
export async function toReply(status: number, value: unknown): Promise<HttpReply> {
  if (isRawReply(value)) return value[RAW];
  if (value === undefined) return jsonReply(status, value);
  return { status, headers: { "content-type": JSON_TYPE }, body: await jsonInTurns(value) };
}

/** A table that browsers save as a file of this `name`. Its text is created while it is sent. */
export function csvReply(answer: { status: number; name: string; pages: RowPages; options: CsvOptions }): HttpReply {
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${answer.name}"`,
    "cache-control": "no-store",
  };
  return { status: answer.status, headers, body: toCsv(answer.pages, answer.options) };
}

/** A table as a CSV file; the header `x-has-more` says whether more rows exist. */
export function tableReply(
  name: string,
  { columns, rows, hasMore }: AnswerTable,
  options: Pick<CsvOptions, "escapeFormulas">,
): HttpReply {
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
    ...(hasMore !== undefined && { "x-has-more": String(hasMore) }),
  };
  const lines = columns.length === 0 ? [] : [columns, ...rows];
  return { status: 200, headers, body: inPieces(lines, (part) => csvLines(part, options)) };
}

/** Rows of a piece of text: about 5 ms. More rows make other requests wait for longer. */
const PIECE_ROWS = 500;

/** Writes rows piece by piece while they are sent. */
export async function* inPieces<Row>(rows: readonly Row[], write: (rows: Row[]) => string): AsyncGenerator<string> {
  const turns = createTurns();
  for (let start = 0; start < rows.length; start += PIECE_ROWS) {
    yield write(rows.slice(start, start + PIECE_ROWS));
    if (turns.isOver()) await turns.next();
  }
}

/** A stream of server-sent events. */
export function eventStreamReply(body: AsyncIterable<string | Uint8Array>): HttpReply {
  // Otherwise proxies (nginx by the second header) would hold the stream back until their buffers are full.
  const headers = { "content-type": "text/event-stream", "cache-control": "no-cache", "x-accel-buffering": "no" };
  return { status: 200, headers, body };
}

/** A plain-text reply. */
export function textReply(status: number, text: string): HttpReply {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body: text };
}

/** Converts an error to a reply: the flat JSON body of reference/rest.md 2.1, or the bare message. A 401 names the scheme (RFC 9110 15.5.2). */
export function errorReply(error: HogletError, form: "json" | "text"): HttpReply {
  const reply = form === "json" ? jsonReply(error.status, error) : textReply(error.status, error.detail);
  if (error.retryAfterSeconds !== null) reply.headers["retry-after"] = String(error.retryAfterSeconds);
  if (error.status === 401) reply.headers["www-authenticate"] = 'Bearer realm="hoglet"';
  return reply;
}

/** Converts any thrown value to a HogletError; an unknown error becomes a 500 without details. */
export function toHogletError(error: unknown): HogletError {
  return error instanceof HogletError ? error : toStorageError(error);
}
