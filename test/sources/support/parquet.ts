// Parquet by hand, with any claim in it: Thrift's compact protocol (github.com/apache/thrift, thrift-compact-protocol.md).

/** A value of Thrift: i32 and i64 as tuples, text and bytes, a list of structs or of i32, a struct by field numbers. */
export type Thrift =
  | { i32: number }
  | { i64: bigint | number }
  | { text: string }
  | { list: Thrift[] }
  | { struct: Record<number, Thrift> };

const TYPES = { i32: 5, i64: 6, text: 8, list: 9, struct: 12 };

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 127n) | 128);
  }
}

/** A number in groups of seven bits. */
export function varintBytes(value: number | bigint): Buffer {
  return Buffer.from(varint(BigInt(value)));
}

const zigzag = (value: bigint) => varint(value >= 0n ? value * 2n : -value * 2n - 1n);

const typeOf = (value: Thrift) => TYPES[Object.keys(value)[0] as keyof typeof TYPES];

function encode(value: Thrift): number[] {
  if ("i32" in value) return zigzag(BigInt(value.i32));
  if ("i64" in value) return zigzag(BigInt(value.i64));
  if ("text" in value) return [...varint(BigInt(Buffer.byteLength(value.text))), ...Buffer.from(value.text)];
  if ("list" in value) {
    const type = value.list[0] === undefined ? TYPES.struct : typeOf(value.list[0]);
    return [0xf0 | type, ...varint(BigInt(value.list.length)), ...value.list.flatMap(encode)];
  }
  let last = 0;
  const fields = Object.entries(value.struct).flatMap(([id, field]) => {
    const head = ((Number(id) - last) << 4) | typeOf(field);
    last = Number(id);
    return [head].concat(encode(field));
  });
  return [...fields, 0];
}

/** The bytes of a struct. */
export function thrift(struct: Record<number, Thrift>): Buffer {
  return Buffer.from(encode({ struct }));
}

/** A column of a hand-made file; numbers are those of the format (parquet.thrift). */
export interface HandColumn {
  name: string;
  type: number;
  pages: Buffer;
  /** 0 = plain, 2 = gzip, 4 = brotli, 6 = zstd. */
  codec?: number;
  /** Values that the footer claims. */
  values?: number;
  /** More fields of its element in the schema. */
  element?: Record<number, Thrift>;
}

/** A file with one row group. @param rows the rows that the row group claims, and those that the footer claims */
export function parquetFile(columns: HandColumn[], rows: number, footerRows: number | bigint = rows): Buffer {
  const parts: Buffer[] = [Buffer.from("PAR1")];
  let at = 4;
  const described = columns.map(({ name, type, pages, codec = 0, values = rows }) => {
    const start = at;
    parts.push(pages);
    at += pages.length;
    const meta: Record<number, Thrift> = {
      1: { i32: type },
      2: { list: [{ i32: 0 }] },
      3: { list: [{ text: name }] },
      4: { i32: codec },
      5: { i64: values },
      6: { i64: pages.length },
      7: { i64: pages.length },
      9: { i64: start },
    };
    return { struct: { 2: { i64: start }, 3: { struct: meta } } } as Thrift;
  });
  const group: Thrift = { struct: { 1: { list: described }, 2: { i64: at }, 3: { i64: rows } } };
  const leaves = columns.map(({ name, type, element = {} }) => ({
    struct: { 1: { i32: type }, 3: { i32: 0 }, 4: { text: name }, ...element } as Record<number, Thrift>,
  }));
  return footer(Buffer.concat(parts), {
    1: { i32: 1 },
    2: { list: [{ struct: { 4: { text: "root" }, 5: { i32: columns.length } } }, ...leaves] },
    3: { i64: footerRows },
    4: { list: columns.length === 0 ? [] : [group] },
  });
}

/** Ends a file with its footer. */
export function footer(body: Buffer, metadata: Record<number, Thrift>): Buffer {
  const bytes = thrift(metadata);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([body, bytes, length, Buffer.from("PAR1")]);
}

/** A data page. @param encoding 0 = plain, 3 = runs, 8 = places in a dictionary */
export function dataPage(bytes: Buffer, { count, encoding = 0, unpacked = bytes.length }: PageClaims): Buffer {
  const head = { 1: { i32: count }, 2: { i32: encoding }, 3: { i32: 3 }, 4: { i32: 3 } };
  return Buffer.concat([pageHead(0, bytes, unpacked, { 5: { struct: head } }), bytes]);
}

/** A dictionary of plain values. */
export function dictionaryPage(bytes: Buffer, { count, unpacked = bytes.length }: PageClaims): Buffer {
  const head = { 1: { i32: count }, 2: { i32: 0 } };
  return Buffer.concat([pageHead(2, bytes, unpacked, { 7: { struct: head } }), bytes]);
}

interface PageClaims {
  count: number;
  encoding?: number;
  /** Bytes that the header claims; those that are there unless given. */
  unpacked?: number;
}

function pageHead(type: number, bytes: Buffer, unpacked: number, rest: Record<number, Thrift>): Buffer {
  return thrift({ 1: { i32: type }, 2: { i32: unpacked }, 3: { i32: bytes.length }, ...rest });
}
