import type { Fields } from "../../base/fields.ts";
import { textAt } from "./fields.ts";

/** Texts by which programs write "no value": SQL, MySQL's and Hive's files, Python, pandas, R, ClickHouse. As an id, each would join all rows without one. */
export const NULL_WORDS = [
  "NULL",
  "null",
  "Null",
  "\\N",
  "None",
  "NaN",
  "nan",
  "NA",
  "<NA>",
  "(null)",
  "<null>",
  "[null]",
];

/** The record without ids that are such a word; an id's column ends with `id`. */
export function withoutNullIds(record: Fields, words: ReadonlySet<string>): Fields {
  const isNull = (key: string) => /id$/i.test(key) && words.has(textAt(record, key) ?? "");
  const keys = Object.keys(record).filter(isNull);
  return keys.length === 0 ? record : { ...record, ...Object.fromEntries(keys.map((key) => [key, ""])) };
}
