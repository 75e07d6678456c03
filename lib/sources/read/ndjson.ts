import { isTooDeep, MAX_DEPTH } from "../../base/depth.ts";
import { invalid } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { parseExactJson } from "../values/exact.ts";
import { MAX_RECORD_CHARS } from "./rows.ts";
import type { ReadOptions, Row } from "./rows.ts";

/** The records of a text with a JSON value in each line. Blank lines count and are nothing. */
export async function* readNdjson(pieces: AsyncIterable<string>, options: ReadOptions): AsyncGenerator<Row> {
  let number = 0;
  for await (const line of lines(pieces)) {
    number += 1;
    if (!/\S/.test(line)) continue;
    yield* toRows(number, line, options);
  }
}

function toRows(number: number, line: string, options: ReadOptions): Row[] {
  let value: unknown;
  try {
    value = parseExactJson(line);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [{ number, reason: `Not JSON: ${why.slice(0, 200)}.`, text: line }];
  }
  const list = options.columns === undefined ? recordsOf(value) : null;
  return (list ?? [value]).map((record) => valueToRow(number, record, options));
}

/** The records of a line that is the body of a request or an answer, as logs have them; null = the line is a record. */
function recordsOf(value: unknown): unknown[] | null {
  const list = Array.isArray(value) ? value : isFields(value) ? listOf(value) : null;
  return list !== null && list.length > 0 && list.every(isFields) ? list : null;
}

/** Fields of records; an object with one of them is no body. */
const OF_RECORDS = ["event", "event_type", "event_name", "messageId"];

/** The list of an object that only holds the records of an answer or a request; null = another object. */
export function listOf(value: object): unknown[] | null {
  const { batch, results, data, log } = value as Record<string, unknown>;
  const list = [batch, results, data, isFields(log) ? log["entries"] : undefined].find(Array.isArray);
  return list !== undefined && !OF_RECORDS.some((key) => Object.hasOwn(value, key)) ? list : null;
}

/** A JSON value as a record: an object, or a list whose values have named columns. */
export function valueToRow(number: number, value: unknown, { columns }: ReadOptions): Row {
  if (typeof value === "object" && value !== null && isTooDeep(value)) {
    return { number, reason: `It is nested deeper than ${MAX_DEPTH} levels.` };
  }
  if (Array.isArray(value) && columns !== undefined) return { number, fields: toFields(columns, value) };
  if (isFields(value)) return { number, fields: value };
  const advice = Array.isArray(value) ? " Name the values of the list: --columns event,distinct_id,…" : "";
  return { number, reason: `Expected a JSON object.${advice}`, text: JSON.stringify(value) };
}

/** Values beyond the names are left out. */
export function toFields(columns: string[], values: readonly unknown[]): Fields {
  return Object.fromEntries(columns.map((column, index) => [column, values[index]]));
}

async function* lines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf("\n"); end !== -1; end = piece.indexOf("\n", start)) {
      yield rest + piece.slice(start, end);
      rest = "";
      start = end + 1;
    }
    rest += piece.slice(start);
    if (rest.length > MAX_RECORD_CHARS) throw invalid(null, `A line is longer than ${MAX_RECORD_CHARS} characters.`);
  }
  if (rest !== "") yield rest;
}
