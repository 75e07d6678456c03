import { InvalidArgumentError } from "commander";

/** A condition of `--where`, in the words of property filters. */
export interface Condition {
  /** The owner of the property. */
  of: "event" | "person" | "group" | "session";
  /** The group type's name, or its index, for a property of groups. */
  groupType?: string;
  key: string;
  operator: string;
  /** Absent for `is set` and `is not set`. */
  value?: string | string[];
}

/**
 * Reads conditions such as `plan = pro and person.country in (DE, AT)`.
 *
 *     conditions = condition { "and" condition }
 *     condition  = property ( comparison value | ["not"] "contains" value | ["not"] "regex" value
 *                  | ["not"] "in" "(" value { "," value } ")" | "is" ["not"] "set" )
 *     comparison = "=" | "!=" | ">" | ">=" | "<" | "<="
 *     property   = [ "person." | "session." | "group." type "." ] name
 *     name, type = letters, digits and _ $ - / . :, or a text
 *     value      = the same, or a text
 *     text       = '…' or "…", in which a backslash comes before a quote of its own kind
 *
 * A property without an owner is one of events; a text as a property always is. `>` and `<` compare numbers, or dates such as
 * 2024-03-01. Words of the grammar count in any letter case.
 * @throws InvalidArgumentError with the place of the fault
 */
export function parseWhere(text: string): Condition[] {
  const reader = createReader(text);
  const conditions = [readCondition(reader)];
  while (reader.peek() !== null) {
    if (!reader.takeWord("and")) {
      const hint = reader.isWord("or") ? " Alternatives of one property: in (a, b); others: --query." : "";
      reader.fail(`Expected "and"`, hint);
    }
    conditions.push(readCondition(reader));
  }
  return conditions;
}

interface Token {
  kind: "word" | "text" | "sign";
  text: string;
  /** The position in the text, from 0. */
  at: number;
}

interface Reader {
  peek(): Token | null;
  take(): Token | null;
  isWord(word: string): boolean;
  takeWord(word: string): boolean;
  takeSign(sign: string): boolean;
  fail(expected: string, hint?: string): never;
}

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(!=|>=|<=|[=<>(),])|([^\s=<>!(),"']+))/y;
const END = /\s*$/y;

function createReader(text: string): Reader {
  const tokens = tokenize(text);
  let place = 0;
  const peek = () => tokens[place] ?? null;
  const isWord = (word: string) => peek()?.kind === "word" && peek()?.text.toLowerCase() === word;
  const skip = (isThere: boolean) => {
    if (isThere) place += 1;
    return isThere;
  };
  return {
    peek,
    take: () => tokens[place++] ?? null,
    isWord,
    takeWord: (word) => skip(isWord(word)),
    takeSign: (sign) => skip(peek()?.kind === "sign" && peek()?.text === sign),
    fail: (expected, hint) => fail(text, peek(), expected, hint),
  };
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; ; at = TOKEN.lastIndex) {
    END.lastIndex = at;
    if (END.test(text)) return tokens;
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) {
      const start = at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0);
      const isQuote = /["']/.test(text[start] ?? "");
      fail(
        text,
        { kind: "sign", text: text[start] ?? "", at: start },
        isQuote ? "Expected the other quote" : "Expected a word",
      );
    }
    const [whole, quoted, sign, word] = match;
    const found = quoted ?? sign ?? word ?? "";
    const start = at + whole.length - found.length;
    if (quoted !== undefined) tokens.push({ kind: "text", text: unquote(quoted), at: start });
    else tokens.push({ kind: sign === undefined ? "word" : "sign", text: found, at: start });
  }
}

function unquote(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(["'\\])/g, "$1");
}

function fail(text: string, token: Token | null, expected: string, hint = ""): never {
  const found = token === null ? "the end" : JSON.stringify(token.text);
  const at = (token?.at ?? text.length) + 1;
  throw new InvalidArgumentError(
    `${expected} but found ${found} at character ${at} of ${JSON.stringify(text)}.${hint}`,
  );
}

function readCondition(reader: Reader): Condition {
  const property = readProperty(reader);
  const isNegated = reader.takeWord("not");
  if (reader.takeWord("contains")) return read(isNegated ? "not_icontains" : "icontains");
  if (reader.takeWord("regex")) return read(isNegated ? "not_regex" : "regex");
  if (reader.takeWord("in")) return { ...property, operator: isNegated ? "is_not" : "exact", value: readList(reader) };
  if (isNegated) reader.fail("Expected contains, regex or in after not");
  if (reader.takeWord("is")) {
    const isUnset = reader.takeWord("not");
    if (!reader.takeWord("set")) reader.fail(isUnset ? "Expected set" : "Expected set or not set");
    return { ...property, operator: isUnset ? "is_not_set" : "is_set" };
  }
  // A list of one value: filters compare the text of its members, and read a single value as JSON.
  if (reader.takeSign("=")) return { ...property, operator: "exact", value: [readValue(reader)] };
  if (reader.takeSign("!=")) return { ...property, operator: "is_not", value: [readValue(reader)] };
  const sign = [">=", "<=", ">", "<"].find((each) => reader.takeSign(each));
  if (sign === undefined) reader.fail("Expected =, !=, >, >=, <, <=, contains, regex, in, is set or is not set");
  return { ...property, ...readBound(reader, sign) };

  function read(operator: string): Condition {
    return { ...property, operator, value: readValue(reader) };
  }
}

const OWNERS = /^(person|session|group)\.(.*)$/s;

function readProperty(reader: Reader): Pick<Condition, "of" | "groupType" | "key"> {
  const token = reader.peek();
  if (token === null || token.kind === "sign") reader.fail("Expected a property");
  reader.take();
  if (token.kind === "text") return { of: "event", key: token.text };
  const [, of, rest = ""] = OWNERS.exec(token.text) ?? [];
  if (of === undefined) return { of: "event", key: token.text };
  if (of !== "group") return { of: of as "person" | "session", key: readName(reader, token, rest) };
  const dot = rest.indexOf(".");
  const groupType = dot < 0 ? "" : rest.slice(0, dot);
  if (groupType === "") {
    fail(token.text, null, "Expected group.<type>.<property>");
  }
  return { of: "group", groupType, key: readName(reader, token, rest.slice(dot + 1)) };
}

/** A name behind a dot; a text may follow the dot: `person."first name"`. */
function readName(reader: Reader, { at, text }: Token, name: string): string {
  const next = reader.peek();
  const isAdjacent = next?.kind === "text" && next.at === at + text.length;
  if (name === "" && isAdjacent) return reader.take()?.text ?? "";
  if (name === "") reader.fail("Expected the name of a property");
  return name;
}

function readValue(reader: Reader): string {
  const token = reader.peek();
  if (token === null || token.kind === "sign") reader.fail("Expected a value");
  reader.take();
  return token.text;
}

function readList(reader: Reader): string[] {
  if (!reader.takeSign("(")) reader.fail('Expected "("');
  const values = [readValue(reader)];
  while (reader.takeSign(",")) values.push(readValue(reader));
  if (!reader.takeSign(")")) reader.fail('Expected "," or ")"');
  return values;
}

const NUMBERS: Record<string, string> = { ">": "gt", ">=": "gte", "<": "lt", "<=": "lte" };
const DATES: Record<string, string> = { ">": "is_date_after", "<": "is_date_before" };
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const DATE = /^\d{4}-\d\d-\d\d/;

function readBound(reader: Reader, sign: string): Pick<Condition, "operator" | "value"> {
  const token = reader.peek();
  const isDate = token !== null && DATE.test(token.text);
  if (isDate && DATES[sign] === undefined) reader.fail(`Expected a number after ${sign}`, " Dates compare by > and <.");
  if (token === null || !(isDate || NUMBER.test(token.text))) {
    reader.fail(`Expected a number${DATES[sign] === undefined ? "" : " or a date"} after ${sign}`);
  }
  reader.take();
  return { operator: (isDate ? DATES[sign] : NUMBERS[sign]) ?? "gt", value: token.text };
}
