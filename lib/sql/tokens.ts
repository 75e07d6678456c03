/** `quoted` = a name in double quotes, backticks or brackets; `text` = a string; `sign` = any other single character. */
export type TokenKind = "name" | "quoted" | "text" | "number" | "variable" | "sign";

/** A piece of SQL text that is neither space nor comment. */
export interface Token {
  kind: TokenKind;
  /** As written. */
  source: string;
  /** Names and texts without their quotes, names in lower case; any other token as written. */
  value: string;
  /** Offsets in the SQL text; `end` is the first character after it. */
  start: number;
  end: number;
}

const TRIVIA = /(?:[ \t\n\f\r]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))*/y;

// The order matters: the first match wins. SQLite counts all characters beyond ASCII as letters.
const PATTERNS: [kind: TokenKind, pattern: RegExp][] = [
  ["name", /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ["number", /0[xX][0-9a-fA-F]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?/y],
  ["text", /'(?:[^']|'')*'/y],
  ["quoted", /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/y],
  ["variable", /[$:@#][\w$\u0080-\uffff]+|\?\d*/y],
  ["sign", /[\s\S]/y],
];

/**
 * Cuts SQL into tokens as SQLite does. Only conveniences use it (`rewrite.ts`); permissions are left to SQLite's own
 * parser (`guard.ts`).
 */
export function tokenize(sql: string): Token[] {
  const tokens: Token[] = [];
  const lastBracket = sql.lastIndexOf("]");
  let at = endOf(TRIVIA, sql, 0);
  while (at < sql.length) {
    // A bracket that nothing closes is a sign. Without this, each of many would be searched for its end.
    const token = sql[at] === "[" && at > lastBracket ? toSign(sql, at) : next(sql, at);
    tokens.push(token);
    at = endOf(TRIVIA, sql, token.end);
  }
  return tokens;
}

/** The offset of a statement's first token, after blanks and comments. */
export function startOfStatement(sql: string): number {
  return endOf(TRIVIA, sql, 0);
}

function next(sql: string, start: number): Token {
  for (const [kind, pattern] of PATTERNS) {
    const end = endOf(pattern, sql, start);
    if (end === start) continue;
    const source = sql.slice(start, end);
    return { kind, source, value: valueOf(kind, source), start, end };
  }
  throw new Error("unreachable: the last pattern takes any character");
}

function toSign(sql: string, start: number): Token {
  const source = sql.charAt(start);
  return { kind: "sign", source, value: source, start, end: start + 1 };
}

function endOf(pattern: RegExp, sql: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(sql) ? pattern.lastIndex : start;
}

function valueOf(kind: TokenKind, source: string): string {
  if (kind === "name") return source.toLowerCase();
  if (kind !== "quoted" && kind !== "text") return source;
  const quote = source.charAt(0);
  const inner = source.slice(1, -1);
  return quote === "[" ? inner : inner.replaceAll(quote + quote, quote);
}
