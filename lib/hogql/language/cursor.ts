import { Refusal } from "../refusal.ts";
import { tokenize } from "./tokens.ts";
import type { Token } from "./tokens.ts";
import type { Expression, Query } from "./tree.ts";

/** Levels of parentheses, calls and subqueries: each takes about ten frames of the stack. */
const MAX_DEPTH = 200;

/** The parsers that others call, so that their files do not import each other. */
export interface Grammar {
  expression(cursor: Cursor): Expression;
  query(cursor: Cursor): Query;
}

export interface Cursor {
  readonly text: string;
  readonly grammar: Grammar;
  /** The token `ahead` tokens after the current one. */
  peek(ahead?: number): Token;
  take(): Token;
  /** Is the current token this sign, or this word in any letter case? */
  is(word: string): boolean;
  /** Was this sign taken last? */
  isAfter(sign: string): boolean;
  /** Are the current tokens these words? */
  are(words: string): boolean;
  /** Takes these words if they are here. */
  takeIf(words: string): boolean;
  /** @throws Refusal when another token is here */
  expect(word: string): Token;
  /** End of the last taken token. */
  endOfLast(): number;
  mark(): number;
  reset(mark: number): void;
  /** Parses one level deeper. @throws Refusal beyond the deepest level */
  nested<T>(parse: () => T): T;
  fail(expected: string): Refusal;
}

export function createCursor(text: string, grammar: Grammar): Cursor {
  const tokens = tokenize(text);
  const last = tokens.length - 1;
  let at = 0;
  let depth = 0;
  const peek = (ahead = 0) => tokens[Math.min(at + ahead, last)] as Token;
  const isAt = (ahead: number, word: string) => {
    const { kind, source } = peek(ahead);
    return (kind === "name" || kind === "sign") && source.toLowerCase() === word;
  };
  const cursor: Cursor = {
    text,
    grammar,
    peek,
    take() {
      const token = peek();
      if (at < last) at += 1;
      return token;
    },
    is: (word) => isAt(0, word),
    isAfter: (sign) => at > 0 && isAt(-1, sign),
    are: (words) => words.split(" ").every((word, ahead) => isAt(ahead, word)),
    takeIf(words) {
      if (!cursor.are(words)) return false;
      at += words.split(" ").length;
      return true;
    },
    expect(word) {
      if (!isAt(0, word)) throw cursor.fail(`"${word.toUpperCase()}"`);
      return cursor.take();
    },
    endOfLast: () => tokens[at - 1]?.end ?? 0,
    mark: () => at,
    reset: (mark) => void (at = mark),
    nested(parse) {
      if (depth >= MAX_DEPTH) throw new Refusal(`The query is nested more than ${MAX_DEPTH} levels deep.`);
      depth += 1;
      const parsed = parse();
      depth -= 1;
      return parsed;
    },
    fail(expected) {
      const { kind, source, start } = peek();
      const found = kind === "end" ? "the end of the query" : `near "${source.slice(0, 40)}"`;
      return new Refusal(`Syntax error at character ${start + 1}, ${found}: expected ${expected}.`);
    },
  };
  return cursor;
}
