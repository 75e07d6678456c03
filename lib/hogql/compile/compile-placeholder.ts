import { Refusal } from "../refusal.ts";
import type { SqlFilters } from "../sql-filters.ts";
import type { Compilation } from "./compilation.ts";
import { toConstant } from "./constant.ts";
import { compileFilters } from "./compile-filters.ts";
import { perhaps } from "./perhaps.ts";
import type { Scope } from "./scope.ts";
import { arrayOf, commonType, DATETIME64, ANY, STRING, NOTHING } from "./type.ts";
import type { Type } from "./type.ts";
import type { Value } from "./value.ts";

export type Constant = string | number | boolean | null | readonly Constant[];

export interface Placeholders {
  /** The constants for `{name}`. */
  values: Readonly<Record<string, Constant>>;
  /** The constants for `{variables.name}`. */
  variables: Readonly<Record<string, Constant>>;
  /** The filters that `{filters}` stands for; null = none, which is true. */
  filters: SqlFilters | null;
}

const FILTER_NAMES = ["filters", "filters.dateRange.from", "filters.dateRange.to"];

/** The instants of `{filters.dateRange.from}` and `.to`: null = not given; undefined = another placeholder. */
export function dateOfPlaceholder(path: readonly string[], filters: SqlFilters | null): number | null | undefined {
  const name = path.join(".");
  if (name === "filters.dateRange.from") return filters?.fromMs ?? null;
  return name === "filters.dateRange.to" ? (filters?.untilMs ?? null) : undefined;
}

/** Constants and conditions, never SQL. @throws Refusal for a name without a value */
export function compilePlaceholder(
  compilation: Compilation,
  scope: Scope,
  path: readonly string[],
  { values, variables, filters }: Placeholders,
): Value {
  const [first = "", second] = path;
  const name = path.join(".");
  if (first === "filters" && !Object.hasOwn(values, "filters")) {
    if (second === undefined) return compileFilters(compilation, scope, filters);
    const ms = dateOfPlaceholder(path, filters);
    if (ms === undefined) {
      throw new Refusal(
        `Placeholder {${name}} is not known: there are ${FILTER_NAMES.map((each) => `{${each}}`).join(", ")}.`,
      );
    }
    if (ms === null) return { sql: "NULL", type: NOTHING, isAbsentDate: true };
    return { sql: String(ms), type: DATETIME64 };
  }
  if (first === "variables" && second !== undefined)
    return find(compilation, variables, path.slice(1).join("."), "variables.");
  return find(compilation, values, name, "");
}

function find(
  compilation: Compilation,
  known: Readonly<Record<string, Constant>>,
  name: string,
  prefix: string,
): Value {
  const value = Object.hasOwn(known, name) ? known[name] : undefined;
  if (value === undefined) {
    throw new Refusal(`Placeholder {${prefix}${name}} has no value${perhaps(name, Object.keys(known))}`);
  }
  if (typeof value === "object" && value !== null)
    return { sql: compilation.bind(JSON.stringify(value)), type: typeOf(value) };
  if (typeof value !== "string") return toConstant(value);
  return { sql: compilation.bind(value), type: STRING, constant: value };
}

function typeOf(value: Constant): Type {
  if (typeof value !== "object" || value === null) return toConstant(value).type;
  return arrayOf(commonType(value.map(typeOf)) ?? ANY);
}
