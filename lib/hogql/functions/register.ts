import { LOG_VIEWS } from "../../log/index.ts";
import type { Reader } from "../reader.ts";
import { AGGREGATE_FUNCTIONS } from "./aggregate-functions.ts";
import { ARRAY_FUNCTIONS, ARRAY_PRIMITIVES } from "./array-functions.ts";
import { BIT_PRIMITIVES } from "./bit-functions.ts";
import { CALENDAR_FUNCTIONS, CALENDAR_PRIMITIVES } from "./calendar-functions.ts";
import { CONVERSIONS } from "./conversion-functions.ts";
import { DATE_FUNCTIONS, DATE_PRIMITIVES } from "./date-functions.ts";
import type { ScalarFunction, ScalarFunctions, Surroundings } from "./function.ts";
import { ENCODING_FUNCTIONS } from "./encoding-functions.ts";
import { GEO_FUNCTIONS } from "./geo-functions.ts";
import { JSON_FUNCTIONS, JSON_PRIMITIVES } from "./json-functions.ts";
import { MAP_PRIMITIVES } from "./map-functions.ts";
import { NUMBER_FUNCTIONS } from "./number-functions.ts";
import { PATTERN_FUNCTIONS, PATTERN_PRIMITIVES } from "./pattern-functions.ts";
import { SEARCH_FUNCTIONS } from "./search-functions.ts";
import { SPLIT_FUNCTIONS } from "./split-functions.ts";
import { TABLE_FUNCTIONS } from "./table-functions.ts";
import { TEXT_FUNCTIONS } from "./text-functions.ts";
import { URL_FUNCTIONS } from "./url-functions.ts";
import { VECTOR_PRIMITIVES } from "./vector-functions.ts";
import { WALK_FUNCTIONS, WALK_PRIMITIVES } from "./walk-functions.ts";

/** Functions that statements may name. */
export const SCALAR_FUNCTIONS: ScalarFunctions = {
  ...DATE_FUNCTIONS,
  ...CALENDAR_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...ENCODING_FUNCTIONS,
  ...SEARCH_FUNCTIONS,
  ...SPLIT_FUNCTIONS,
  ...PATTERN_FUNCTIONS,
  ...URL_FUNCTIONS,
  ...GEO_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...JSON_FUNCTIONS,
  ...ARRAY_FUNCTIONS,
  ...WALK_FUNCTIONS,
};

const PRIMITIVES: ScalarFunctions = {
  ...CONVERSIONS,
  ...DATE_PRIMITIVES,
  ...CALENDAR_PRIMITIVES,
  ...PATTERN_PRIMITIVES,
  ...JSON_PRIMITIVES,
  ...ARRAY_PRIMITIVES,
  ...WALK_PRIMITIVES,
  ...MAP_PRIMITIVES,
  ...VECTOR_PRIMITIVES,
  ...BIT_PRIMITIVES,
  ...TABLE_FUNCTIONS,
};

export function toSqlName(name: string): string {
  return `hog_${name.toLowerCase()}`;
}

/**
 * SQLite's functions of their arguments alone. Left out are those that read tables by name (rtreecheck), load code, or
 * belong to full-text search.
 */
const SQLITE_FUNCTIONS =
  `-> ->> abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling char coalesce concat concat_ws
  cos cosh count cume_dist date datetime degrees dense_rank exp first_value
  floor format glob group_concat hex if ifnull iif instr json json_array json_array_length json_error_position json_extract
  json_group_array json_group_object json_insert json_object json_patch json_pretty json_quote json_remove json_replace
  json_set json_type json_valid julianday lag last_value lead length like likelihood likely ln log log10 log2 lower ltrim
  max median min mod nth_value ntile nullif octet_length percent_rank percentile percentile_cont percentile_disc pi pow
  power printf quote radians random randomblob rank replace round row_number rtrim sign sin sinh soundex sqlite_version
  sqrt strftime string_agg substr substring subtype sum tan tanh time timediff total trim trunc typeof unhex unicode
  unistr unixepoch unlikely upper zeroblob`.split(/\s+/);

/** SQLite's functions that statements may name. */
export const NATIVE_FUNCTIONS: ReadonlySet<string> = new Set(SQLITE_FUNCTIONS);

const RUN = Object.entries({ ...SCALAR_FUNCTIONS, ...PRIMITIVES }).filter(([, { run }]) => run !== undefined);

/** Names in SQLite, in lower case. */
export const ALLOWED_FUNCTIONS: ReadonlySet<string> = new Set([
  ...SQLITE_FUNCTIONS,
  ...[...RUN.map(([name]) => name), ...Object.keys(AGGREGATE_FUNCTIONS)].map(toSqlName),
  // For the views; `checkNames` compiles statements where these functions are missing.
  ...LOG_VIEWS.behind.functions,
]);

/** Registers hoglet's functions on a connection; each call reads `surroundings()`. */
export function addFunctions(db: Reader, surroundings: () => Surroundings): void {
  for (const [name, spec] of RUN) {
    db.function(toSqlName(name), { deterministic: spec.isRandom !== true, varargs: true }, toRun(spec, surroundings));
  }
  for (const [name, { start, step, result }] of Object.entries(AGGREGATE_FUNCTIONS)) {
    db.aggregate(toSqlName(name), {
      start,
      step: step as (state: unknown, ...args: unknown[]) => unknown,
      result: result as (state: unknown) => unknown,
      varargs: true,
    });
  }
}

function toRun(spec: ScalarFunction, surroundings: () => Surroundings): (...args: unknown[]) => unknown {
  const { takesNull, isSurrounded } = spec;
  const run = spec.run as (...args: unknown[]) => unknown;
  const call = isSurrounded === true ? (...args: unknown[]) => run(surroundings(), ...args) : run;
  if (takesNull === true) return call;
  return (...args) => {
    for (const arg of args) if (arg === null) return null;
    return call(...args);
  };
}
