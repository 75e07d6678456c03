import type { Fields } from "../../base/fields.ts";
/** A span of OpenTelemetry, in whichever form it came. */
export interface Span {
  /** Ids in lower-case hexadecimal digits; empty = none. */
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  /** Epoch nanoseconds. */
  startNanos: bigint;
  endNanos: bigint;
  attributes: Fields;
  /** Exceptions are among them. */
  events: { name: string; attributes: Fields }[];
  /** Is its status an error? */
  isError: boolean;
  statusMessage: string;
}

/** A record of a log, or a point of a metric. */
export interface Entry {
  /** Where its name may stand; none = its numbers cannot be kept. */
  names: string[];
  /** Epoch nanoseconds. */
  nanos: bigint;
  /** The attributes of a metric have `value` and `unit` too. */
  attributes: Fields;
}

/** The items of one process. */
export interface Group<Item> {
  resource: Fields;
  /** The version of the instrumentation; empty = none. */
  scopeVersion: string;
  items: Item[];
}

/** The kinds of telemetry: their readers and the names of their lists follow. */
export interface Signals {
  spans: Span;
  logs: Entry;
  metrics: Entry;
}
