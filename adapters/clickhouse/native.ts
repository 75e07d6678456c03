import { TextDecoder } from "../../lib/base/platform.ts";
import { engineTrouble } from "./trouble.ts";

export type NativeType = "Float64" | "UInt32" | "UInt64" | "String";

/** Single values, or lists of tuples. */
export type NativeColumn = NativeType | readonly Exclude<NativeType, "String">[];

/** A column's values in a block, in the order of rows; UInt64 as two words, the low one first. */
export type NativeValues = Float64Array | Uint32Array | string[];

export interface NativePart {
  /** Single values are one part; lists have a part for each place of the tuple, with all lists' values in a row. */
  parts: NativeValues[];
  /** The place after each list's last value. Absent = single values. */
  ends?: Float64Array;
}

/**
 * Reads ClickHouse's format Native: blocks of rows by column, so that numbers need no parsing. A block has its numbers
 * of columns and rows, then each column's name, type and values; lists begin with their ends. Source:
 * https://clickhouse.com/docs/interfaces/formats/Native
 * @throws HogletError 503 `engine_failed` for an answer of another form, or an incomplete one
 */
export async function* readNative(
  chunks: AsyncIterable<Uint8Array>,
  columns: readonly NativeColumn[],
): AsyncGenerator<NativePart[]> {
  const bytes = new ByteReader(chunks);
  while (!(await bytes.isAtEnd())) {
    if ((await bytes.varint()) !== columns.length) throw malformed();
    const rows = await bytes.varint();
    const block: NativePart[] = [];
    for (const column of columns) {
      await bytes.text();
      const types = (await bytes.text()).match(/\b(?:Float64|UInt32|UInt64|String)\b/g) ?? [];
      if (types.join() !== [column].flat().join()) throw malformed();
      block.push(
        typeof column === "string"
          ? { parts: [await readValues(bytes, column, rows)] }
          : await readLists(bytes, column, rows),
      );
    }
    yield block;
  }
}

async function readLists(bytes: ByteReader, types: readonly NativeType[], rows: number): Promise<NativePart> {
  const offsets = new BigUint64Array((await bytes.take(rows * 8)).buffer);
  const ends = Float64Array.from(offsets, Number);
  const parts: NativeValues[] = [];
  for (const type of types) parts.push(await readValues(bytes, type, ends.at(-1) ?? 0));
  return { ends, parts };
}

async function readValues(bytes: ByteReader, type: NativeType, count: number): Promise<NativeValues> {
  switch (type) {
    case "Float64":
      return new Float64Array((await bytes.take(count * 8)).buffer);
    case "UInt32":
      return new Uint32Array((await bytes.take(count * 4)).buffer);
    case "UInt64":
      return new Uint32Array((await bytes.take(count * 8)).buffer);
    case "String": {
      const texts: string[] = [];
      for (let row = 0; row < count; row++) texts.push(await bytes.text());
      return texts;
    }
  }
}

/** Reads bytes of a stream; numbers get their own buffer, as typed arrays need. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  #at = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#at === this.#chunk.length) {
      const { value, done } = await this.#chunks.next();
      if (done === true) return true;
      this.#chunk = value;
      this.#at = 0;
    }
    return false;
  }

  async take(count: number): Promise<Uint8Array<ArrayBuffer>> {
    const taken = new Uint8Array(count);
    for (let filled = 0; filled < count;) {
      if (await this.isAtEnd()) throw malformed();
      const part = this.#chunk.subarray(this.#at, this.#at + count - filled);
      taken.set(part, filled);
      filled += part.length;
      this.#at += part.length;
    }
    return taken;
  }

  /** Seven bits of each byte, the lowest first, while the highest bit is set. */
  async varint(): Promise<number> {
    let number = 0;
    for (let factor = 1; factor < Number.MAX_SAFE_INTEGER; factor *= 128) {
      const [byte = 0] = await this.take(1);
      number += (byte & 127) * factor;
      if (byte < 128) return number;
    }
    throw malformed();
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.take(await this.varint()));
  }
}

function malformed() {
  const detail = "ClickHouse ended an answer before it was whole; its log has the cause. Ask again.";
  return engineTrouble("engine_failed", detail);
}
