type Fields = Record<string, unknown>;

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

/** Spans of one process. */
export interface SpanGroup {
  resource: Fields;
  /** The version of the instrumentation; empty = none. */
  scopeVersion: string;
  spans: Span[];
}

/** The code of an error's status. */
export const ERROR_CODE = 2;
