import { invalid } from "../../base/errors.ts";
import type { Aggregate, Counting } from "../../port/counting.ts";

// The part of HogQL that a series may be counted by: one aggregate of all events, of their persons, or of a property.

/** Longer texts are no plain aggregate. */
const MAX_LENGTH = 500;

const PROPERTY = String.raw`(?:events?\.|e\.)?properties(?:\.([\w$-]+)|\[\s*'([^'\\]+)'\s*\]|\.\`([^\`]+)\`)`;
const NUMBER = String.raw`(?:to(?:Float|Int|Decimal)\w*\(\s*${PROPERTY}\s*(?:,\s*\d+\s*)?\)|${PROPERTY})`;
const PERSON = String.raw`(?:events?\.|e\.)?(?:person_id|person\.id)`;

const EVENTS = /^count\(\s*\*?\s*\)$/i;
const DISTINCT = new RegExp(
  String.raw`^(?:count\(\s*distinct\s+|count\(\s*distinct\s*\(|(?:uniq|uniqExact|countDistinct)\(\s*)(?:(${PERSON})|${PROPERTY})\s*\)?\s*\)$`,
  "i",
);
const PLAIN = new RegExp(String.raw`^(sum|avg|min|max|median)\(\s*${NUMBER}\s*\)$`, "i");
const QUANTILE = new RegExp(String.raw`^quantile(?:Exact)?\(\s*(0?\.\d+|[01](?:\.0+)?)\s*\)\(\s*${NUMBER}\s*\)$`, "i");

/**
 * Reads the expression of the math `hogql`. Numbers are read from properties as in statistics; a value that is missing, empty or null
 * is not counted as distinct.
 * @throws HogletError 400 `unsupported` naming the field
 */
export function parseAggregate(text: string, attr: string): Counting {
  const trimmed = text.trim();
  const counting = trimmed.length > MAX_LENGTH ? null : read(trimmed);
  if (counting !== null) return counting;
  const expected =
    "expected count(), count(distinct …), sum, avg, min, max, median or quantile(0.9) of properties.<name>";
  throw invalid(attr, `The expression "${trimmed.slice(0, MAX_LENGTH)}" is not supported; ${expected}.`, "unsupported");
}

function read(text: string): Counting | null {
  if (EVENTS.test(text)) return { by: "events" };
  const distinct = DISTINCT.exec(text);
  if (distinct !== null) {
    const [, person, ...names] = distinct;
    return person === undefined ? { by: "values", key: nameOf(names) } : { by: "actors" };
  }
  const plain = PLAIN.exec(text);
  if (plain !== null) {
    const [, name = "", ...names] = plain;
    return { by: "numbers", key: nameOf(names), aggregate: toAggregate(name.toLowerCase()) };
  }
  const quantile = QUANTILE.exec(text);
  if (quantile === null) return null;
  const [, level, ...names] = quantile;
  return { by: "numbers", key: nameOf(names), aggregate: { name: "quantile", level: Number(level) } };
}

function nameOf(names: (string | undefined)[]): string {
  return names.find((name) => name !== undefined) ?? "";
}

function toAggregate(name: string): Aggregate {
  return name === "median" ? { name: "quantile", level: 0.5 } : { name: name as "sum" | "avg" | "min" | "max" };
}
