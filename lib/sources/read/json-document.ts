import { Tokenizer, TokenParser, TokenType } from "@streamparser/json";
import { MAX_DEPTH } from "../../base/depth.ts";
import { invalid } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import { exactNumber } from "../values/exact.ts";
import { valueToRow } from "./ndjson.ts";
import { MAX_RECORD_CHARS } from "./rows.ts";
import type { ReadOptions, Row } from "./rows.ts";

// @streamparser/json (no dependencies, typed, active): gives the items of a list in a document while it arrives; JSON.parse would need the
// whole document in memory.

/** Lists of records in documents: a list, a batch of capture, an answer of an API, a recording of requests. */
const LISTS = ["$.*", "$.batch.*", "$.results.*", "$.data.*", "$.log.entries.*", "$.columns"];

interface Found {
  value: unknown;
  /** The keys that lead to the value. */
  path: (string | number | undefined)[];
}

/** The records of one JSON document: the items of its list, or of the list at the path `rows`. */
export async function* readJsonDocument(pieces: AsyncIterable<string>, options: ReadOptions): AsyncGenerator<Row> {
  const found: Found[] = [];
  const limits = { depth: 0, chars: 0 };
  const { write, end } = createParser(options.rows === undefined ? LISTS : [`$.${options.rows}.*`], found, limits);
  let { columns } = options;
  let number = 0;
  for await (const piece of pieces) {
    limits.chars += piece.length;
    if (limits.chars > MAX_RECORD_CHARS) throw invalid(null, `A record is longer than ${MAX_RECORD_CHARS} characters.`);
    write(piece);
    for (const { value, path } of found.splice(0)) {
      limits.chars = 0;
      if (path.length === 1 && path[0] === "columns" && Array.isArray(value)) columns = value.map(String);
      if (!isItem(path, value)) continue;
      number += 1;
      yield valueToRow(number, value, { ...options, columns });
    }
  }
  end();
}

/** A value of an object at the top (`"page": 1`) is no record; the items of its list are. */
function isItem(path: Found["path"], value: unknown): boolean {
  const last = path.at(-1);
  return typeof last === "number" && (path.length > 1 || isFields(value) || Array.isArray(value));
}

/** Numbers that would be rounded become text, as in lines. */
class ExactTokenizer extends Tokenizer {
  override parseNumber(text: string): number {
    return exactNumber(text) as number;
  }
}

interface JsonParser {
  write(piece: string): void;
  /** @throws invalid for a document that is cut off */
  end(): void;
}

function createParser(paths: string[], found: Found[], limits: { depth: number }): JsonParser {
  const tokenizer = new ExactTokenizer();
  // Values that were given out leave the parser's memory.
  const parser = new TokenParser({ paths, keepStack: false });
  parser.onValue = ({ value, key, stack }) => {
    const keys = [...stack.slice(1).map((level) => level.key), key];
    found.push({ value, path: keys });
  };
  tokenizer.onToken = (token) => {
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) limits.depth += 1;
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) limits.depth -= 1;
    // The document and its list are around a record.
    if (limits.depth > MAX_DEPTH + 4) throw invalid(null, `The document is nested deeper than ${MAX_DEPTH} levels.`);
    parser.write(token);
  };
  let fault: Error | undefined;
  const fail = (error: Error) => void (fault ??= error);
  tokenizer.onError = fail;
  parser.onError = fail;
  const throwFault = () => {
    if (fault !== undefined)
      throw "status" in fault ? fault : invalid(null, `Not JSON: ${fault.message.slice(0, 200)}`);
  };
  return {
    write(piece) {
      tokenizer.write(piece);
      throwFault();
    },
    end() {
      if (!tokenizer.isEnded) tokenizer.end();
      if (!parser.isEnded) parser.end();
      if (fault !== undefined) throw invalid(null, "The document is cut off: its end is missing.");
    },
  };
}
