import { requireCount, textArg, wrongType } from "../call.ts";
import type { Call, CompileCall } from "../call.ts";
import { compileCast } from "../compile-cast.ts";
import { ANY, arrayOf, isFloat, notNull, STRING, tupleOf } from "../type.ts";
import type { Value } from "../value.ts";
import { toText } from "../value.ts";

/** `JSONExtract(json, 'a', 'b', 'Float64')`: the last argument names the type. */
function extract(call: Call): Value {
  requireCount(call, 2, Infinity);
  const type = textArg(call, call.node.args.length - 1);
  const path = pathOf(call);
  if (/^Array\(/i.test(type)) return { sql: `hog_jsonarray(${path.join(", ")})`, type: arrayOf(STRING) };
  if (/^String$/i.test(type)) return { sql: `hog_jsonextractstring(${path.join(", ")})`, type: STRING };
  const value = { sql: `hog_jsonany(${path.join(", ")})`, type: ANY };
  const cast = compileCast(call.compilation, value, type);
  // Without Nullable, a missing member is 0.
  if (/^Nullable/i.test(type) || cast.type.family !== "number") return cast;
  return { sql: `ifnull(${cast.sql}, 0)`, type: notNull(cast.type) };
}

/** `JSONExtractKeysAndValues(json, 'a', 'Int64')`: names and values of an object. */
function extractEntries(call: Call): Value {
  requireCount(call, 2, Infinity);
  const written = textArg(call, call.node.args.length - 1);
  const { type } = compileCast(call.compilation, { sql: "NULL", type: ANY }, written);
  const kind = type.family === "number" && !isFloat(type) ? "whole" : type.family;
  if (!["text", "whole", "number", "bool"].includes(kind)) throw wrongType(call, call.arg(call.node.args.length - 1));
  const own = /^Nullable/i.test(written) ? type : notNull(type);
  return {
    sql: `hog_jsonentries('${kind}', ${pathOf(call).join(", ")})`,
    type: arrayOf(tupleOf([STRING, own])),
  };
}

/** The text and its keys, without a type at the end. */
function pathOf(call: Call): string[] {
  const path = call.args().slice(0, -1);
  return path.map((value, index) => (index === 0 ? toText(value, call.compilation).sql : value.sql));
}

export const JSON_CALLS: Readonly<Record<string, CompileCall>> = {
  JSONExtract: extract,
  JSONExtractKeysAndValues: extractEntries,
};
