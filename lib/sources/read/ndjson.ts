import { isTooDeep, MAX_DEPTH } from "../../base/depth.ts";
import { invalid } from "../../base/errors.ts";
import { isFields } from "../values/fields.ts";
import type { Fields } from "../values/fields.ts";
import { MAX_RECORD_CHARS } from "./rows.ts";
import type { ReadOptions, Row } from "./rows.ts";

/** The records of a text with a JSON value in each line. Blank lines count and are nothing. */
export async function* readNdjson(pieces: AsyncIterable<string>, options: ReadOptions): AsyncGenerator<Row> {
  let number = 0;
  for await (const line of lines(pieces)) {
    number += 1;
    if (!/\S/.test(line)) continue;
    yield toRow(number, line, options);
  }
}

function toRow(number: number, line: string, options: ReadOptions): Row {
  try {
    return valueToRow(number, JSON.parse(line), options);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { number, reason: `Not JSON: ${why.slice(0, 200)}.`, text: line };
  }
}

/** A JSON value as a record: an object, or a list whose values the options name. */
export function valueToRow(number: number, value: unknown, { columns }: ReadOptions): Row {
  if (typeof value === "object" && value !== null && isTooDeep(value)) {
    return { number, reason: `It is nested deeper than ${MAX_DEPTH} levels.` };
  }
  if (Array.isArray(value) && columns !== undefined) return { number, fields: toFields(columns, value) };
  if (isFields(value)) return { number, fields: value };
  const advice = Array.isArray(value) ? " Name the values of the list: --columns event,distinct_id,…" : "";
  return { number, reason: `Expected a JSON object.${advice}`, text: JSON.stringify(value) };
}

/** An object of names and the values at their places; later values have no name and are left out. */
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
