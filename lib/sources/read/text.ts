import { TextDecoder } from "../../base/platform.ts";
import { invalid } from "../../base/errors.ts";
import type { Bytes } from "./bytes.ts";

export interface TextFile {
  /** Its beginning; may end in the middle of a line. */
  head: string;
  pieces: AsyncIterable<string>;
}

/** Decodes UTF-8, and UTF-16 with a byte order mark, which is left out. @throws invalid for other bytes, when they are read */
export function toTextFile(head: Buffer, all: Bytes, name: string): TextFile {
  const encoding =
    head[0] === 0xff && head[1] === 0xfe ? "utf-16le" : head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : "utf-8";
  // Not fatal: it may end within a character.
  return { head: new TextDecoder(encoding).decode(head), pieces: decode(all, encoding, name) };
}

async function* decode(all: Bytes, encoding: string, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const piece of all) {
      const text = decoder.decode(piece, { stream: true });
      if (text !== "") yield text;
    }
    const rest = decoder.decode();
    if (rest !== "") yield rest;
  } catch (error) {
    if ((error as { code?: string }).code !== "ERR_ENCODING_INVALID_ENCODED_DATA") throw error;
    throw invalid(
      null,
      `${name || "The input"} is not ${encoding.toUpperCase()}: convert it first, in Excel by saving as CSV UTF-8, or by \`iconv -f cp1252 -t utf-8\`.`,
    );
  }
}
