import type { Compilation } from "./compilation.ts";
import { UINT8 } from "./type.ts";
import { quote, toText } from "./value.ts";
import type { Value } from "./value.ts";

/**
 * LIKE, ILIKE and patterns. A literal pattern is SQLite's (GLOB tells letter case, LIKE does not); any other goes to a
 * function. NULL does not match.
 */
export function compileLike(compilation: Compilation, operator: string, left: Value, right: Value): Value {
  const isNot = operator.startsWith("not ") || operator.startsWith("!");
  const kind = operator.replace("not ", "").replace("!", "=");
  const text = toText(left, compilation).sql;
  const pattern = toText(right, compilation).sql;
  const matched = match(kind, text, pattern, right.constant);
  const isNullable = left.type.isNullable || right.type.isNullable;
  const sql = isNot ? `NOT ${matched}` : matched;
  return { sql: isNullable ? `ifnull(${sql}, ${Number(isNot)})` : `(${sql})`, type: UINT8 };
}

function match(kind: string, text: string, pattern: string, constant: Value["constant"]): string {
  if (kind === "=~") return `hog_match(${text}, ${pattern})`;
  if (kind === "=~*") return `hog_match(${text}, '(?i)' || ${pattern})`;
  if (typeof constant === "string") {
    if (kind === "like" && isSimple(constant)) return `(${text} GLOB ${quote(toGlob(constant))})`;
    // SQLite folds only ASCII.
    if (kind === "ilike" && isSimple(constant) && isAscii(constant)) return `(${text} LIKE ${pattern} ESCAPE '\\')`;
  }
  return `hog_likepattern(${text}, ${pattern}, ${Number(kind === "ilike")})`;
}

/** Does each backslash escape a sign? */
function isSimple(pattern: string): boolean {
  return /^(?:[^\\]|\\[%_\\])*$/.test(pattern);
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

function toGlob(pattern: string): string {
  return pattern.replaceAll(/\\([%_\\])|[%_*?[]/g, (sign: string, escaped: string | undefined) => {
    if (escaped !== undefined) return escaped;
    if (sign === "%") return "*";
    if (sign === "_") return "?";
    return `[${sign}]`;
  });
}
