import { PbfReader } from "pbf";
import { MAX_DEPTH } from "../../base/depth.ts";
import { HogletError, tooLarge, unreadable } from "../../base/errors.ts";
import type { Fields } from "../../base/fields.ts";
import { requestLimits } from "../../base/request-limits.ts";
import type { Signals } from "./span.ts";

// pbf: Mapbox's reader of protobuf, typed, without runtime dependency. 6 kB of the package where protobufjs takes 60 or
// more: it needs no schema at run time. `readMessage` checks the ends of messages, which pbf does not.

/** A kind of value: its kind on the wire, and its value as OTLP's JSON has it. */
interface Kind {
  wire: number;
  read(pbf: PbfReader): unknown;
}

/** The fields of a message by their numbers: the name in JSON, and what it holds. A list in brackets repeats. */
interface Message {
  [field: number]: [name: string, holds: Kind | Message | [Message]];
}

const BYTES = 2;
const TEXT: Kind = { wire: BYTES, read: (pbf) => pbf.readString() };
const HEX: Kind = { wire: BYTES, read: (pbf) => Buffer.from(pbf.readBytes()).toString("hex") };
const BASE64: Kind = { wire: BYTES, read: (pbf) => Buffer.from(pbf.readBytes()).toString("base64") };
const BOOLEAN: Kind = { wire: 0, read: (pbf) => pbf.readBoolean() };
const WHOLE: Kind = { wire: 0, read: (pbf) => pbf.readVarint(true) };
const DOUBLE: Kind = { wire: 1, read: (pbf) => pbf.readDouble() };
const NANOS: Kind = { wire: 1, read: (pbf) => String(BigInt.asUintN(64, readFixed(pbf))) };
const FIXED: Kind = { wire: 1, read: (pbf) => Number(readFixed(pbf)) };

function readFixed(pbf: PbfReader): bigint {
  pbf.pos += 8;
  return pbf.dataView.getBigInt64(pbf.pos - 8, true);
}

// Messages of opentelemetry-proto 1.7, without fields that nobody reads.

const VALUE: Message = {
  1: ["stringValue", TEXT],
  2: ["boolValue", BOOLEAN],
  3: ["intValue", WHOLE],
  4: ["doubleValue", DOUBLE],
  7: ["bytesValue", BASE64],
};
const ATTRIBUTE: Message = { 1: ["key", TEXT], 2: ["value", VALUE] };
VALUE[5] = ["arrayValue", { 1: ["values", [VALUE]] }];
VALUE[6] = ["kvlistValue", { 1: ["values", [ATTRIBUTE]] }];

const EVENT: Message = { 2: ["name", TEXT], 3: ["attributes", [ATTRIBUTE]] };
const SPAN: Message = {
  1: ["traceId", HEX],
  2: ["spanId", HEX],
  4: ["parentSpanId", HEX],
  5: ["name", TEXT],
  7: ["startTimeUnixNano", NANOS],
  8: ["endTimeUnixNano", NANOS],
  9: ["attributes", [ATTRIBUTE]],
  11: ["events", [EVENT]],
  15: ["status", { 2: ["message", TEXT], 3: ["code", WHOLE] }],
};
const LOG: Message = {
  1: ["timeUnixNano", NANOS],
  5: ["body", VALUE],
  6: ["attributes", [ATTRIBUTE]],
  11: ["observedTimeUnixNano", NANOS],
  12: ["eventName", TEXT],
};
const POINT: Message = {
  3: ["timeUnixNano", NANOS],
  4: ["asDouble", DOUBLE],
  6: ["asInt", FIXED],
  7: ["attributes", [ATTRIBUTE]],
};
const POINTS: Message = { 1: ["dataPoints", [POINT]], 2: ["aggregationTemporality", WHOLE] };
const OTHERS: Message = { 1: ["dataPoints", [{}]] };
const METRIC: Message = {
  1: ["name", TEXT],
  3: ["unit", TEXT],
  5: ["gauge", POINTS],
  7: ["sum", POINTS],
  9: ["histogram", OTHERS],
  10: ["exponentialHistogram", OTHERS],
  11: ["summary", OTHERS],
};

const REQUESTS: Record<keyof Signals, Message> = {
  spans: request("Spans", "spans", SPAN),
  logs: request("Logs", "logRecords", LOG),
  metrics: request("Metrics", "metrics", METRIC),
};

/** All three signals have the same fields around the items. */
function request(name: string, list: string, item: Message): Message {
  const scope: Message = { 1: ["scope", { 2: ["version", TEXT] }], 2: [list, [item]] };
  const resource: Message = { 1: ["resource", { 1: ["attributes", [ATTRIBUTE]] }], 2: [`scope${name}`, [scope]] };
  return { 1: [`resource${name}`, [resource]] };
}

/** Reads a request to export as the JSON that says the same. @throws HogletError 400 for other bytes, 413 for too many values */
export function parseProtobuf(bytes: Uint8Array, signal: keyof Signals): Fields {
  try {
    const reader: Reader = { pbf: new PbfReader(bytes), messages: 0 };
    return readMessage(reader, REQUESTS[signal], { end: bytes.length, depth: 0, into: {} });
  } catch (cause) {
    if (cause instanceof HogletError) throw cause;
    throw unreadable(`Invalid protobuf: ${cause instanceof Error ? cause.message : "unreadable"}`, cause);
  }
}

interface Reader {
  pbf: PbfReader;
  messages: number;
}

/** Messages around a value, and most for each level of values. */
const MAX_MESSAGES_DEEP = 8 + 3 * MAX_DEPTH;

function readMessage(
  reader: Reader,
  message: Message,
  { end, depth, into }: { end: number; depth: number; into: Fields },
): Fields {
  const { pbf } = reader;
  const most = requestLimits.valuesOfOther;
  // An attribute counts by its value.
  if (message !== ATTRIBUTE && ++reader.messages > most) throw tooLarge(`Expected at most ${most} values.`);
  if (depth > MAX_MESSAGES_DEEP) throw unreadable(`Expected values nested at most ${MAX_DEPTH} deep.`);
  if (end > pbf.length) throw new Error("a message ends before its length");
  const inner = (held: Message, fields: Fields) =>
    readMessage(reader, held, { end: pbf.readVarint() + pbf.pos, depth: depth + 1, into: fields });
  for (let field = pbf.nextField(end); field !== 0; field = pbf.nextField(end)) {
    const [name, holds] = message[field] ?? [];
    if (name !== undefined && holds !== undefined && pbf.type === wireOf(holds)) {
      if (isKind(holds)) into[name] = holds.read(pbf);
      else if (Array.isArray(holds)) ((into[name] ??= []) as Fields[]).push(inner(holds[0], {}));
      // Pieces of a message are united.
      else inner(holds, (into[name] ??= {}) as Fields);
    }
    if (pbf.pos > end) break;
  }
  if (pbf.pos !== end) throw new Error("a field ends behind its message");
  return into;
}

function wireOf(holds: Kind | Message | [Message]): number {
  return isKind(holds) ? holds.wire : BYTES;
}

function isKind(holds: Kind | Message | [Message]): holds is Kind {
  return "wire" in holds;
}
