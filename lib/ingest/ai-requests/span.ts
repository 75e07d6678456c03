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
  /** Events of the span, exceptions among them. */
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

/** The items of each signal. Readers and names of lists follow from its keys. */
export interface Signals {
  spans: Span;
  logs: Entry;
  metrics: Entry;
}
