/** `quoted` = a name in double quotes or backticks; `text` = a string; `sign` = an operator or a bracket. */
export type TokenKind = "name" | "quoted" | "text" | "blob" | "number" | "variable" | "sign" | "end";

/** A piece of SQL text that is neither space nor comment. */
export interface Token {
  kind: TokenKind;
  /** As written. */
  source: string;
  /** Names and texts without their quotes and escapes; any other token as written. */
  value: string;
  /** Offsets in the SQL text; `end` is the first character after it. */
  start: number;
  end: number;
}

const TRIVIA = /(?:[ \t\n\f\r]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))*/y;

// The order matters: the first match wins. All characters beyond ASCII count as letters, as in SQLite.
const PATTERNS: [kind: TokenKind, pattern: RegExp][] = [
  ["blob", /[xX]'(?:[0-9a-fA-F]{2})*'/y],
  ["name", /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ["number", /0[xX][0-9a-fA-F]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y],
  ["text", /'(?:[^'\\]|''|\\[\s\S])*'/y],
  ["quoted", /"(?:[^"\\]|""|\\[\s\S])*"|`(?:[^`\\]|``|\\[\s\S])*`/y],
  ["variable", /:[A-Za-z_][\w]*/y],
  ["sign", /->>|->|::|\|\||==|!=|<>|<=|>=|=~|!~|[\s\S]/y],
];

/** Cuts HogQL into tokens; the last is of kind `end`. */
export function tokenize(sql: string): Token[] {
  const tokens: Token[] = [];
  let at = endOf(TRIVIA, sql, 0);
  while (at < sql.length) {
    const token = next(sql, at, tokens.at(-1));
    tokens.push(token);
    at = endOf(TRIVIA, sql, token.end);
  }
  tokens.push({ kind: "end", source: "", value: "", start: sql.length, end: sql.length });
  return tokens;
}

/** The offset of a statement's first token, after blanks and comments. */
export function startOfStatement(sql: string): number {
  return endOf(TRIVIA, sql, 0);
}

function next(sql: string, start: number, before: Token | undefined): Token {
  // After a dot a number is the place of a member: in `pair.1.2` there is no 1.2.
  if (before?.source === "." && before.end === start) {
    const end = endOf(/\d+/y, sql, start);
    if (end > start) return toToken("number", sql, start, end);
  }
  // Right behind an expression a dot reaches into it: `(1, 2).1`.
  const isReached = before !== undefined && before.end === start && /^[)\]"`\w]$/.test(before.source.at(-1) ?? "");
  if (sql[start] === "." && isReached) return toToken("sign", sql, start, start + 1);
  for (const [kind, pattern] of PATTERNS) {
    const end = endOf(pattern, sql, start);
    if (end > start) return toToken(kind, sql, start, end);
  }
  throw new Error("unreachable: the last pattern takes any character");
}

function toToken(kind: TokenKind, sql: string, start: number, end: number): Token {
  const source = sql.slice(start, end);
  return { kind, source, value: valueOf(kind, source), start, end };
}

function endOf(pattern: RegExp, sql: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(sql) ? pattern.lastIndex : start;
}

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", a: "\u0007", v: "\v" };
const KEPT = new Set(["\\", "'", '"', "`"]);

/** ClickHouse keeps the backslash of an escape that it does not know, so that `'\d'` is a pattern. */
function valueOf(kind: TokenKind, source: string): string {
  if (kind !== "quoted" && kind !== "text") return source;
  const quote = source.charAt(0);
  return source.slice(1, -1).replaceAll(/\\([\s\S])|(['"`])\2/g, (pair: string, escaped: string | undefined) => {
    if (escaped === undefined) return pair.startsWith(quote) ? quote : pair;
    return KEPT.has(escaped) ? escaped : (ESCAPES[escaped] ?? pair);
  });
}
