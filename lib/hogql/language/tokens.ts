import { Refusal } from "../refusal.ts";
import { isReserved } from "./keywords.ts";

/** `quoted` = a name in double quotes or backticks; `text` = a string; `sign` = an operator or a bracket. */
export type TokenKind = "name" | "quoted" | "text" | "number" | "variable" | "sign" | "end";

/** A piece of text that is neither space nor comment. */
export interface Token {
  kind: TokenKind;
  /** The token as written. */
  source: string;
  /** Names and texts without quotes and escapes; others as written. */
  value: string;
  /** Offsets in the text; `end` is behind it. */
  start: number;
  end: number;
}

const TRIVIA = /(?:\s|\u0085|(?:--|\/\/)[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$))*/y;

// The first match wins. As in SQLite, all beyond ASCII but spaces are letters.
const PATTERNS: [kind: TokenKind, pattern: RegExp][] = [
  ["name", /(?!\s)[A-Za-z_$\u0080-\uffff](?:(?!\s)[\w$\u0080-\uffff])*/y],
  [
    "number",
    /0[xX][0-9a-fA-F]+(?:(?:\.[0-9a-fA-F]*)?[pP][+-]?\d+)?|0[bB][01]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y,
  ],
  ["text", /'(?:[^'\\]|''|\\[\s\S])*'/y],
  ["quoted", /"(?:[^"\\]|""|\\[\s\S])*"|`(?:[^`\\]|``|\\[\s\S])*`/y],
  ["variable", /:[A-Za-z_][\w]*/y],
  ["sign", /->>|->|::|\|\||<=>|==|!=|<>|<=|>=|=~\*|!~\*|~\*|=~|!~|\?\?|\?\.|[\s\S]/y],
];

/** Templates within templates: each takes two frames of the stack. */
const MAX_TEMPLATES = 50;

/** The last token is of kind `end`. @throws Refusal for a template that does not end */
export function tokenize(sql: string): Token[] {
  const tokens: Token[] = [];
  cut(sql, 0, tokens, 0);
  tokens.push({ kind: "end", source: "", value: "", start: sql.length, end: sql.length });
  return tokens;
}

/**
 * Cuts from an offset on; within a template up to the bracket that closes its expression. @returns the offset behind
 * the last token
 */
function cut(sql: string, from: number, tokens: Token[], templates: number): number {
  let braces = 0;
  let at = endOf(TRIVIA, sql, from);
  while (at < sql.length) {
    if (templates > 0 && braces === 0 && sql[at] === "}") return at;
    if (sql.startsWith("f'", at)) {
      at = cutTemplate(sql, at, tokens, templates + 1);
    } else {
      const token = next(sql, at, tokens.at(-1));
      if (token.source === "{") braces += 1;
      if (token.source === "}") braces -= 1;
      tokens.push(token);
      at = token.end;
    }
    at = endOf(TRIVIA, sql, at);
  }
  return at;
}

function sign(source: string, at: number): Token {
  return { kind: "sign", source, value: source, start: at, end: at };
}

const TEMPLATE_TEXT = /(?:[^'\\{]|''|\\[\s\S])*/y;

/** `f'Hi {name}!'` becomes the tokens of `concat('Hi ', name, '!')`; texts alone become one text. */
function cutTemplate(sql: string, start: number, tokens: Token[], templates: number): number {
  if (templates > MAX_TEMPLATES) throw new Refusal(`A template is nested more than ${MAX_TEMPLATES} levels deep.`);
  const args: Token[] = [];
  let hasExpression = false;
  for (let at = start + 2; at < sql.length; at++) {
    const end = endOf(TEMPLATE_TEXT, sql, at);
    // In quotes, so that no text looks like a sign.
    const source = `'${sql.slice(at, end)}'`;
    const value = valueOf("text", source.replaceAll(/\\([{}])/g, "$1"));
    if (end > at || (sql[end] === "'" && !hasExpression)) {
      if (hasExpression) args.push(sign(",", at));
      args.push({ kind: "text", source, value, start: at, end });
    }
    if (sql[end] === "'") {
      const call = [{ ...sign("concat", start), kind: "name" as const }, sign("(", start), ...args, sign(")", end + 1)];
      tokens.push(...(hasExpression ? call : args.map((text) => ({ ...text, start, end: end + 1 }))));
      return end + 1;
    }
    if (sql[end] !== "{") break;
    if (args.length > 0) args.push(sign(",", end));
    args.push(sign("(", end));
    at = cut(sql, end + 1, args, templates);
    if (args.at(-1)?.source === "(" && args.at(-1)?.end === end)
      throw new Refusal(`The braces at character ${end + 1} have no expression in them.`);
    args.push(sign(")", at));
    hasExpression = true;
  }
  throw new Refusal(`The template at character ${start + 1} has no end.`);
}

function next(sql: string, start: number, before: Token | undefined): Token {
  // After a dot a number is a member's place: in `pair.1.2` there is no 1.2.
  if (before?.end === start && (before.source === "." || before.source === "?.")) {
    const end = endOf(/\d+/y, sql, start);
    if (end > start) return toToken("number", sql, start, end);
  }
  // Right behind an expression a dot reaches into it: `(1, 2).1`.
  const isReached = before !== undefined && before.end === start && /^[)\]"`\w]$/.test(before.source.at(-1) ?? "");
  if (sql[start] === "." && isReached) return toToken("sign", sql, start, start + 1);
  for (const [kind, pattern] of PATTERNS) {
    const end = endOf(pattern, sql, start);
    // Behind a value a colon belongs to `a ? b :c` or `{'k':v}`.
    if (kind === "variable" && before !== undefined && endsValue(before)) continue;
    if (end > start) return toToken(kind, sql, start, end);
  }
  throw new Error("unreachable: the last pattern takes any character");
}

function endsValue({ kind, value }: Token): boolean {
  if (kind === "sign") return [")", "]", "}"].includes(value);
  return kind !== "name" || !isReserved(value) || value.toLowerCase() === "end";
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

/** As in ClickHouse an unknown escape keeps its backslash, so that `'\d'` is a pattern. */
function valueOf(kind: TokenKind, source: string): string {
  if (kind !== "quoted" && kind !== "text") return source;
  const quote = source.charAt(0);
  return source.slice(1, -1).replaceAll(/\\([\s\S])|(['"`])\2/g, (pair: string, escaped: string | undefined) => {
    if (escaped === undefined) return pair.startsWith(quote) ? quote : pair;
    return KEPT.has(escaped) ? escaped : (ESCAPES[escaped] ?? pair);
  });
}
