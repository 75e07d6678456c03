import type { Fields } from "../../base/fields.ts";
/** A span of OpenTelemetry, in whichever form it came. */
export interface Span {
  /** Lower-case hexadecimal; empty = none. */
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
  isError: boolean;
  statusMessage: string;
}

/** A log's record, or a metric's point. */
export interface Entry {
  /** The keys under which the name may stand; none = the item's numbers cannot be kept. */
  names: string[];
  /** Epoch nanoseconds. */
  nanos: bigint;
  /** A metric's have `value` and `unit` too. */
  attributes: Fields;
}

/** The items of one process. */
export interface Group<Item> {
  resource: Fields;
  /** The version of the instrumentation; empty = none. */
  scopeVersion: string;
  items: Item[];
}

/** Readers and list names follow from these. */
export interface Signals {
  spans: Span;
  logs: Entry;
  metrics: Entry;
}
