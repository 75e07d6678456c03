import { parse } from "../../base/parse.ts";
import { integerField } from "./fields.ts";

/** More than a question's rows, cells or buckets. */
const MAX = 1_000_000;

/** A whole number, or its text. @throws HogletError 400 naming it */
export function toWholeNumber(value: unknown, field: string, min: number): number {
  return parse(integerField(min, MAX), value, field);
}
