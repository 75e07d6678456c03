import { PbfReader } from "pbf";
import { MAX_DEPTH } from "../../base/depth.ts";
import { HogletError, tooLarge, unreadable } from "../../base/errors.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { DELTA, ERROR_CODE } from "./span.ts";
import type { Entry, Group, Signals, Span } from "./span.ts";

// pbf: Mapbox's reader of protobuf, typed and without a runtime dependency. It is 6 kB of the package where protobufjs is 60 and more, since it
// needs no schema at run time. It does not check the ends of messages, which `readFields` does.

type Fields = Record<string, unknown>;

/** The kinds of values on the wire: a field's number times 8 plus its kind names both. */
const NUMBER = 0;
const FIXED64 = 1;
const BYTES = 2;

const READERS: { [Signal in keyof Signals]: (reader: Reader) => Signals[Signal][] } = {
  spans: (reader) => [readSpan(reader)],
  logs: (reader) => [readLog(reader)],
  metrics: readMetric,
};

/** Reads a request to export (opentelemetry-proto 1.7). @throws HogletError 400 for other bytes, 413 for too many values */
export function readProtobuf<Signal extends keyof Signals>(
  bytes: Uint8Array,
  signal: Signal,
): Group<Signals[Signal]>[] {
  try {
    const reader = createReader(bytes);
    const groups: Group<Signals[Signal]>[] = [];
    const read = () => groups.push(...readResource(reader, READERS[signal]));
    reader.fields(bytes.length, { [tag(1, BYTES)]: read });
    return groups;
  } catch (cause) {
    if (cause instanceof HogletError) throw cause;
    throw unreadable(`Invalid protobuf: ${cause instanceof Error ? cause.message : "unreadable"}`, cause);
  }
}

function tag(field: number, kind: number): number {
  return field * 8 + kind;
}

interface Reader {
  pbf: PbfReader;
  /** Calls the function of each field until `end`; other fields are passed over. */
  fields(end: number, read: Readonly<Record<number, () => void>>): void;
  /** The same within a message. */
  message(read: Readonly<Record<number, () => void>>): void;
  /** Counts a value. */
  count(): void;
  text(): string;
  hex(): string;
  nanos(): bigint;
}

function createReader(bytes: Uint8Array): Reader {
  const pbf = new PbfReader(bytes);
  let values = 0;
  const fields: Reader["fields"] = (end, read) => {
    if (end > bytes.length) throw new Error("a message ends before its length");
    for (let field = pbf.nextField(end); field !== 0; field = pbf.nextField(end)) {
      read[tag(field, pbf.type)]?.();
      if (pbf.pos > end) break;
    }
    if (pbf.pos !== end) throw new Error("a field ends behind its message");
  };
  return {
    pbf,
    fields,
    message: (read) => fields(pbf.readVarint() + pbf.pos, read),
    count() {
      values++;
      if (values > requestLimits.valuesOfOther)
        throw tooLarge(`Expected at most ${requestLimits.valuesOfOther} values.`);
    },
    text: () => pbf.readString(),
    hex: () => Buffer.from(pbf.readBytes()).toString("hex"),
    nanos() {
      const nanos = pbf.dataView.getBigUint64(pbf.pos, true);
      pbf.pos += 8;
      return nanos;
    },
  };
}

// The messages around the items have the same fields in all three signals.

function readResource<Item>(reader: Reader, read: (reader: Reader) => Item[]): Group<Item>[] {
  const resource: Fields = {};
  const groups: Group<Item>[] = [];
  reader.message({
    [tag(1, BYTES)]: () => reader.message({ [tag(1, BYTES)]: () => readAttribute(reader, resource, 0) }),
    [tag(2, BYTES)]: () => groups.push(readScope(reader, resource, read)),
  });
  return groups;
}

function readScope<Item>(reader: Reader, resource: Fields, read: (reader: Reader) => Item[]): Group<Item> {
  const group: Group<Item> = { resource, scopeVersion: "", items: [] };
  reader.message({
    [tag(1, BYTES)]: () => reader.message({ [tag(2, BYTES)]: () => (group.scopeVersion = reader.text()) }),
    [tag(2, BYTES)]: () => group.items.push(...read(reader)),
  });
  return group;
}

function readSpan(reader: Reader): Span {
  reader.count();
  const span: Span = {
    traceId: "",
    spanId: "",
    parentId: "",
    name: "",
    startNanos: 0n,
    endNanos: 0n,
    attributes: {},
    events: [],
    isError: false,
    statusMessage: "",
  };
  reader.message({
    [tag(1, BYTES)]: () => (span.traceId = reader.hex()),
    [tag(2, BYTES)]: () => (span.spanId = reader.hex()),
    [tag(4, BYTES)]: () => (span.parentId = reader.hex()),
    [tag(5, BYTES)]: () => (span.name = reader.text()),
    [tag(7, FIXED64)]: () => (span.startNanos = reader.nanos()),
    [tag(8, FIXED64)]: () => (span.endNanos = reader.nanos()),
    [tag(9, BYTES)]: () => readAttribute(reader, span.attributes, 0),
    [tag(11, BYTES)]: () => span.events.push(readEvent(reader)),
    [tag(15, BYTES)]: () =>
      reader.message({
        [tag(2, BYTES)]: () => (span.statusMessage = reader.text()),
        [tag(3, NUMBER)]: () => (span.isError = reader.pbf.readVarint() === ERROR_CODE),
      }),
  });
  return span;
}

function readEvent(reader: Reader): Span["events"][number] {
  reader.count();
  const event = { name: "", attributes: {} };
  reader.message({
    [tag(2, BYTES)]: () => (event.name = reader.text()),
    [tag(3, BYTES)]: () => readAttribute(reader, event.attributes, 0),
  });
  return event;
}

function readLog(reader: Reader): Entry {
  reader.count();
  const entry: Entry = { names: [], nanos: 0n, attributes: {} };
  let observed = 0n;
  reader.message({
    [tag(1, FIXED64)]: () => (entry.nanos = reader.nanos()),
    [tag(5, BYTES)]: () => {
      const body = readValue(reader, 0);
      if (typeof body === "string") entry.names.push(body);
    },
    [tag(6, BYTES)]: () => readAttribute(reader, entry.attributes, 0),
    [tag(11, FIXED64)]: () => (observed = reader.nanos()),
    [tag(12, BYTES)]: () => entry.names.push(reader.text()),
  });
  return { ...entry, nanos: entry.nanos || observed };
}

function readMetric(reader: Reader): Entry[] {
  const points: Entry[] = [];
  let [name, unit, how] = ["", "", DELTA];
  const numbers = () => {
    reader.message({
      [tag(1, BYTES)]: () => points.push(readPoint(reader)),
      [tag(2, NUMBER)]: () => (how = reader.pbf.readVarint()),
    });
  };
  // Points of other forms have no single value.
  const skip = () => {
    points.push({ names: [], nanos: 0n, attributes: {} });
    how = 0;
  };
  const others = () => reader.message({ [tag(1, BYTES)]: () => skip() });
  reader.message({
    [tag(1, BYTES)]: () => (name = reader.text()),
    [tag(3, BYTES)]: () => (unit = reader.text()),
    [tag(5, BYTES)]: numbers,
    [tag(7, BYTES)]: numbers,
    [tag(9, BYTES)]: others,
    [tag(10, BYTES)]: others,
    [tag(11, BYTES)]: others,
  });
  const names = how === DELTA ? [name] : [];
  return points.map(({ nanos, attributes }) => ({ names, nanos, attributes: { ...attributes, unit } }));
}

function readPoint(reader: Reader): Entry {
  reader.count();
  const point: Entry = { names: [], nanos: 0n, attributes: {} };
  let value = 0;
  reader.message({
    [tag(3, FIXED64)]: () => (point.nanos = reader.nanos()),
    [tag(4, FIXED64)]: () => (value = reader.pbf.readDouble()),
    [tag(6, FIXED64)]: () => (value = Number(BigInt.asIntN(64, reader.nanos()))),
    [tag(7, BYTES)]: () => readAttribute(reader, point.attributes, 0),
  });
  point.attributes["value"] = toFinite(value);
  return point;
}

/** An attribute without a value is none. */
function readAttribute(reader: Reader, into: Fields, depth: number): void {
  let key = "";
  let value: unknown;
  reader.message({
    [tag(1, BYTES)]: () => (key = reader.text()),
    [tag(2, BYTES)]: () => (value = readValue(reader, depth + 1)),
  });
  if (value !== undefined && key !== "__proto__") into[key] = value;
}

function readValue(reader: Reader, depth: number): unknown {
  reader.count();
  if (depth > MAX_DEPTH) throw unreadable(`Expected values nested at most ${MAX_DEPTH} deep.`);
  const { pbf } = reader;
  let value: unknown;
  reader.message({
    [tag(1, BYTES)]: () => (value = reader.text()),
    [tag(2, NUMBER)]: () => (value = pbf.readBoolean()),
    [tag(3, NUMBER)]: () => (value = pbf.readVarint(true)),
    [tag(4, FIXED64)]: () => (value = toFinite(pbf.readDouble())),
    [tag(5, BYTES)]: () => (value = readList(reader, depth)),
    [tag(6, BYTES)]: () => {
      const fields: Fields = {};
      reader.message({ [tag(1, BYTES)]: () => readAttribute(reader, fields, depth) });
      value = fields;
    },
    [tag(7, BYTES)]: () => (value = reader.hex()),
  });
  return value;
}

function readList(reader: Reader, depth: number): unknown[] {
  const items: unknown[] = [];
  reader.message({ [tag(1, BYTES)]: () => items.push(readValue(reader, depth + 1)) });
  return items.filter((item) => item !== undefined);
}

function toFinite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
