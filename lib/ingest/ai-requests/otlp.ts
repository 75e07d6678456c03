import { isUtf8 } from "node:buffer";
import { MAX_DEPTH } from "../../base/depth.ts";
import { unreadable } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { refuseTooMuch } from "../../base/json-text.ts";
import { parseProtobuf } from "./otlp-protobuf.ts";
import type { Entry, Group, Signals, Span } from "./span.ts";

/** Sums that start at zero with each export; no others can be added. */
const DELTA = 1;

/** The code of an error's status. */
const ERROR_CODE = 2;

const SIGNALS: { [Signal in keyof Signals]: [name: string, list: string, read: (item: Fields) => Signals[Signal][]] } =
  {
    spans: ["Spans", "spans", (span) => [readSpan(span)]],
    logs: ["Logs", "logRecords", (record) => [readLog(record)]],
    metrics: ["Metrics", "metrics", readMetric],
  };

/** Reads an export by its media type. @throws HogletError 400 for another, and for too many values */
export function readOtlp<Signal extends keyof Signals>(
  bytes: Buffer,
  signal: Signal,
  media: string,
): Group<Signals[Signal]>[] {
  const [name, list, read] = SIGNALS[signal];
  const root = media === PROTOBUF ? parseProtobuf(bytes, signal) : parseJson(bytes);
  if (!isFields(root)) throw unreadable("Invalid OTLP format: expected an object");
  return listOf(root, `resource${name}`).flatMap((entry) => {
    const resource = readAttributes(fieldsOf(entry, "resource"), 0);
    return listOf(entry, `scope${name}`).map((group) => {
      const scopeVersion = textOf(fieldsOf(group, "scope"), "version");
      return { resource, scopeVersion, items: listOf(group, list).flatMap(read) };
    });
  });
}

/** The media types of OTLP. */
export const PROTOBUF = "application/x-protobuf";
export const OTLP: readonly string[] = ["application/json", PROTOBUF];

function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw unreadable("Invalid JSON: it is not UTF-8");
  try {
    const text = bytes.toString("utf8");
    refuseTooMuch(text);
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(`Invalid JSON: ${cause instanceof Error ? cause.message : "unreadable"}`, cause);
  }
}

function readSpan(span: Fields): Span {
  const status = fieldsOf(span, "status");
  const { code } = status;
  return {
    traceId: textOf(span, "traceId").toLowerCase(),
    spanId: textOf(span, "spanId").toLowerCase(),
    parentId: textOf(span, "parentSpanId").toLowerCase(),
    name: textOf(span, "name"),
    startNanos: nanosOf(span, "startTimeUnixNano"),
    endNanos: nanosOf(span, "endTimeUnixNano"),
    attributes: readAttributes(span, 0),
    events: listOf(span, "events").map((event) => {
      return { name: textOf(event, "name"), attributes: readAttributes(event, 0) };
    }),
    isError: code === ERROR_CODE || code === "STATUS_CODE_ERROR",
    statusMessage: textOf(status, "message"),
  };
}

function readLog(record: Fields): Entry {
  const { stringValue } = fieldsOf(record, "body");
  const names = [stringValue, record["eventName"]].filter((name) => typeof name === "string");
  const nanos = nanosOf(record, "timeUnixNano") || nanosOf(record, "observedTimeUnixNano");
  return { names, nanos, attributes: readAttributes(record, 0) };
}

function readMetric(metric: Fields): Entry[] {
  const { sum, gauge, histogram = {}, exponentialHistogram = histogram, summary = exponentialHistogram } = metric;
  const owner = isFields(sum) ? sum : isFields(gauge) ? gauge : summary;
  if (!isFields(owner)) return [];
  const { aggregationTemporality: how = DELTA } = owner;
  const isKept = (isFields(sum) || isFields(gauge)) && [DELTA, "AGGREGATION_TEMPORALITY_DELTA"].includes(how as number);
  return listOf(owner, "dataPoints").map((point) => {
    const value = toFinite(Number(point["asDouble"] ?? point["asInt"] ?? 0));
    const attributes = { ...readAttributes(point, 0), value, unit: textOf(metric, "unit") };
    return { names: isKept ? [textOf(metric, "name")] : [], nanos: nanosOf(point, "timeUnixNano"), attributes };
  });
}

function readAttributes(owner: Fields, depth: number): Fields {
  const read: Fields = {};
  for (const attribute of listOf(owner, "attributes")) addAttribute(read, attribute, depth);
  return read;
}

function addAttribute(into: Fields, attribute: Fields, depth: number): void {
  const value = readValue(attribute["value"], depth + 1);
  const key = textOf(attribute, "key");
  if (value !== undefined && key !== "__proto__") into[key] = value;
}

function readValue(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw unreadable(`Expected values nested at most ${MAX_DEPTH} deep.`);
  if (!isFields(value)) return undefined;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = value;
  if (typeof stringValue === "string" || typeof boolValue === "boolean") return stringValue ?? boolValue;
  // 64-bit numbers come as texts.
  if (isNumeric(intValue)) return Number(intValue);
  if (isNumeric(doubleValue)) return toFinite(Number(doubleValue));
  if (typeof bytesValue === "string") return Buffer.from(bytesValue, "base64").toString("hex");
  if (isFields(arrayValue)) {
    const items = Array.isArray(arrayValue["values"]) ? (arrayValue["values"] as unknown[]) : [];
    return items.map((item) => readValue(item, depth + 1)).filter((item) => item !== undefined);
  }
  if (!isFields(kvlistValue)) return undefined;
  const fields: Fields = {};
  for (const attribute of listOf(kvlistValue, "values")) addAttribute(fields, attribute, depth);
  return fields;
}

function isNumeric(value: unknown): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value.trim() !== "");
}

function toFinite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function fieldsOf(owner: Fields, name: string): Fields {
  const value = owner[name] ?? {};
  if (isFields(value)) return value;
  throw unreadable(`Invalid OTLP format: expected ${name} to be an object`);
}

function listOf(owner: Fields, name: string): Fields[] {
  const value = owner[name] ?? [];
  if (Array.isArray(value) && value.every(isFields)) return value;
  throw unreadable(`Invalid OTLP format: expected ${name} to be a list of objects`);
}

function textOf(owner: Fields, name: string): string {
  const value = owner[name] ?? "";
  if (typeof value === "string") return value;
  throw unreadable(`Invalid OTLP format: expected ${name} to be a text`);
}

function nanosOf(owner: Fields, name: string): bigint {
  const value = owner[name] ?? 0;
  const isWhole = typeof value === "string" ? /^\d{1,20}$/.test(value) : Number.isInteger(value) && Number(value) >= 0;
  if (isWhole) return BigInt(value as string | number);
  throw unreadable(`Invalid OTLP format: expected ${name} to be nanoseconds`);
}
