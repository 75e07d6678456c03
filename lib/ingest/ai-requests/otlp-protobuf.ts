import { PbfReader } from "pbf";
import { MAX_DEPTH } from "../../base/depth.ts";
import { HogletError, tooLarge, unreadable } from "../../base/errors.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { ERROR_CODE } from "./span.ts";
import type { Span, SpanGroup } from "./span.ts";

// pbf: Mapbox's reader of protobuf, typed and without a runtime dependency. It is 6 kB of the package where protobufjs is 60 and more, since it
// needs no schema at run time. It does not check the ends of messages, which `readFields` does.

type Fields = Record<string, unknown>;

/** The kinds of values on the wire: a field's number times 8 plus its kind names both. */
const NUMBER = 0;
const FIXED64 = 1;
const BYTES = 2;

/** Reads an ExportTraceServiceRequest (opentelemetry-proto 1.7). @throws HogletError 400 for other bytes, 413 for too many values */
export function readProtobuf(bytes: Uint8Array): SpanGroup[] {
  try {
    const reader = createReader(bytes);
    const groups: SpanGroup[] = [];
    reader.fields(bytes.length, { [tag(1, BYTES)]: () => groups.push(...readResourceSpans(reader)) });
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

function readResourceSpans(reader: Reader): SpanGroup[] {
  const resource: Fields = {};
  const groups: SpanGroup[] = [];
  reader.message({
    [tag(1, BYTES)]: () => reader.message({ [tag(1, BYTES)]: () => readAttribute(reader, resource, 0) }),
    [tag(2, BYTES)]: () => groups.push(readScopeSpans(reader, resource)),
  });
  return groups;
}

function readScopeSpans(reader: Reader, resource: Fields): SpanGroup {
  const group: SpanGroup = { resource, scopeVersion: "", spans: [] };
  reader.message({
    [tag(1, BYTES)]: () => reader.message({ [tag(2, BYTES)]: () => (group.scopeVersion = reader.text()) }),
    [tag(2, BYTES)]: () => group.spans.push(readSpan(reader)),
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
