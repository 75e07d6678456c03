import avro from "avsc";
import { MAX_DEPTH } from "../../base/depth.ts";
import { bytesToInteger, bytesToUuid } from "../values/exact-bytes.ts";
import { ExactTime, toClock, toDuration } from "../values/exact-time.ts";
import { exactDecimal } from "../values/exact.ts";
import { MOST_COLUMNS } from "./rows.ts";

// Types of Avro whose values keep their digits (avro.apache.org/docs/1.12.0/specification, Logical Types), and bounds of what a file claims.

/** Items without bytes (nulls, empty records) of one list: a count of five bytes could ask for thousands of millions. */
const MOST_EMPTY_ITEMS = 100_000;

interface Tap {
  buf: Buffer;
  pos: number;
  readLong(): number;
  readString(): string;
  skipLong(): void;
}

interface Items {
  itemsType?: { _read(tap: Tap): unknown };
  valuesType?: { _read(tap: Tap): unknown };
}

/**
 * Reads blocks of items; `take` reads one. Ends where the bytes end; the reader then asks for more, or refuses the
 * block.
 */
function readBlocks(tap: Tap, take: () => void): void {
  let empty = 0;
  for (let count = tap.readLong(); count !== 0; count = tap.readLong()) {
    if (count < 0) tap.skipLong();
    for (let left = Math.abs(count); left > 0; left--) {
      const before = tap.pos;
      take();
      if (tap.pos > tap.buf.length) return;
      if (tap.pos === before && ++empty > MOST_EMPTY_ITEMS)
        throw new Error(`a list has more than ${MOST_EMPTY_ITEMS} items without bytes`);
    }
  }
}

// oxlint-disable no-underscore-dangle -- the package names it so
// avsc believes how many items a file claims. The prototype is changed, because avsc's types are frozen and it reads
// the header by its own.
Object.assign(avro.types.ArrayType.prototype, {
  _read(this: Items, tap: Tap): unknown[] {
    const items: unknown[] = [];
    readBlocks(tap, () => void items.push(this.itemsType?._read(tap)));
    return items;
  },
});
Object.assign(avro.types.MapType.prototype, {
  _read(this: Items, tap: Tap): Record<string, unknown> {
    const values: [string, unknown][] = [];
    readBlocks(tap, () => void values.push([tap.readString(), this.valuesType?._read(tap)]));
    return Object.fromEntries(values);
  },
});

/** Keeps 64 bits; `toJsonFields` makes texts of those beyond 2^53. */
const long = avro.types.LongType.__with({
  fromBuffer: (bytes: Buffer) => bytes.readBigInt64LE(),
  toBuffer(value: bigint) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(value);
    return bytes;
  },
  fromJSON: BigInt,
  toJSON: Number,
  isValid: (value: unknown) => typeof value === "bigint",
  compare: (a: bigint, b: bigint) => (a === b ? 0 : a < b ? -1 : 1),
});

interface Attributes {
  type?: unknown;
  scale?: unknown;
  size?: unknown;
}

/**
 * A type by the form of its values. A schema with another type below it counts as that type, by the specification.
 * @param bases the types that may lie below
 * @param toValue makes the value of what the file has
 */
function logical(bases: string[], toValue: (raw: never, attributes: Attributes) => unknown) {
  return class extends avro.types.LogicalType {
    readonly #attributes: Attributes;

    constructor(schema: avro.Schema, opts?: object) {
      const attributes = schema as unknown as Attributes;
      if (!bases.includes(String(attributes.type))) throw new Error("another type lies below");
      // Without its name, so that the type below is found by `typeHook`.
      super({ ...attributes, logicalType: undefined } as never, opts);
      this.#attributes = attributes;
    }

    override _fromValue(raw: unknown): unknown {
      return toValue(raw as never, this.#attributes);
    }

    override _toValue(value: unknown): unknown {
      return value;
    }
  };
}

const time = (perSecond: 1_000 | 1_000_000 | 1_000_000_000, isLocal = false) =>
  logical(["long"], (raw: bigint) => new ExactTime(raw, perSecond, isLocal));
const clock = (base: string, perSecond: number) =>
  logical([base], (raw: bigint | number) => toClock(BigInt(raw), perSecond));

const DAY_MS = 86_400_000;

const LOGICAL_TYPES = {
  decimal: logical(["bytes", "fixed"], (raw: Uint8Array, { scale }) =>
    exactDecimal(bytesToInteger(raw), Number(scale ?? 0)),
  ),
  "big-decimal": logical(["bytes"], (raw: Uint8Array) => bigDecimal(raw)),
  uuid: logical(["string", "fixed"], (raw: Uint8Array | string) => (typeof raw === "string" ? raw : bytesToUuid(raw))),
  date: logical(["int"], (raw: number) => new Date(raw * DAY_MS)),
  "time-millis": clock("int", 1_000),
  "time-micros": clock("long", 1_000_000),
  "timestamp-millis": time(1_000),
  "timestamp-micros": time(1_000_000),
  "timestamp-nanos": time(1_000_000_000),
  "local-timestamp-millis": time(1_000, true),
  "local-timestamp-micros": time(1_000_000, true),
  "local-timestamp-nanos": time(1_000_000_000, true),
  duration: logical(["fixed"], (raw: Uint8Array) => (raw.length === 12 ? toDuration(raw) : raw)),
};

const BIG_DECIMAL = avro.Type.forSchema({
  type: "record",
  name: "BigDecimal",
  fields: [
    { name: "unscaled", type: "bytes" },
    { name: "scale", type: "int" },
  ],
});

/** A decimal with its own scale: bytes and a number as Avro writes them. */
function bigDecimal(raw: Uint8Array): number | string {
  const { unscaled, scale } = BIG_DECIMAL.fromBuffer(Buffer.from(raw)) as { unscaled: Uint8Array; scale: number };
  return exactDecimal(bytesToInteger(unscaled), scale);
}

/** Only names lead to the registry: `{ "type": "long" }` does not. */
function typeHook(schema: unknown): avro.Type | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const { type, logicalType } = schema as { type?: unknown; logicalType?: unknown };
  return type === "long" && !Object.hasOwn(LOGICAL_TYPES, String(logicalType)) ? long : undefined;
}

/** The type of a file's records. @throws Error for a schema that is too deep or too wide */
export function toAvroType(schema: avro.Schema): avro.Type {
  requireBounded(schema);
  return avro.Type.forSchema(schema, {
    registry: { long },
    typeHook: typeHook as never,
    wrapUnions: false,
    logicalTypes: LOGICAL_TYPES as never,
  });
}

function requireBounded(schema: unknown): void {
  const open: [node: unknown, depth: number][] = [[schema, 0]];
  let fields = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth] = next;
    if (typeof node !== "object" || node === null) continue;
    // A level of a schema is an object and a list in JSON.
    if (depth > 2 * MAX_DEPTH) throw new Error(`its schema is nested deeper than ${MAX_DEPTH} levels`);
    if (Array.isArray(node)) fields += node.length;
    if (fields > MOST_COLUMNS) throw new Error(`its schema has more than ${MOST_COLUMNS} fields`);
    for (const child of Object.values(node)) open.push([child, depth + 1]);
  }
}
