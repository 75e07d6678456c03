const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * The limits of one request, in one place. Each number bounds the processor time and the memory that a stranger can
 * take with one request, and leaves room for the requests that SDKs send. Times are of one core of the machine on which
 * they were measured.
 */
export const requestLimits = {
  /** Bytes of a body on the wire, as in PostHog (reference/capture.md 7). */
  wireBytes: 20 * MIB,
  /** Bytes of a body of session recordings (`/s`) on the wire. */
  recordingBytes: 25 * MIB,
  /** Bytes of a body of capture v1 on the wire. */
  v1WireBytes: 10 * MIB,
  /**
   * Bytes of JSON after decompression: as many as an uncompressed body may have on the wire. PostHog accepts 100 MiB,
   * on machines made for that. SDKs send at most 100 events or 2 MiB at once; posthog-js sends a recording in pieces of
   * 7 MB. Each further MiB costs 5 MB of memory while it is read.
   */
  unpackedBytes: 20 * MIB,
  /**
   * The largest ratio of a body's decompressed size to its size on the wire, beyond `wholeBytes`. Events with ids of
   * their own compress 10 to 60 times, the same event repeated 180 times. gzip can reach 1,030, brotli and zstd
   * 100,000.
   */
  unpackedRatio: 250,
  /**
   * Bytes of a body that is handled in one piece. The worst JSON of this size, one object with only new keys, takes 35
   * ms. A larger body is scanned first and read in pieces of this size, with other requests in between.
   */
  wholeBytes: 256 * KIB,
  /**
   * Bytes of a body that is wrapped in base64 or a form, as SDKs for old browsers did: unwrapping is synchronous and
   * takes 4 ms for a MiB. posthog-js wrapped at most 64 KiB.
   */
  wrappedBytes: 4 * MIB,
  /** Bytes of an lz64 body, which is decoded in JavaScript: 256 KiB take up to 80 ms. */
  lz64Bytes: 256 * KIB,
  /**
   * Events in one request. They are committed in parts of 1,000 (`capture/store-items.ts`), so the number bounds the
   * time of one request: 1 to 2 s when every person is new. SDKs send 100 at most, loaders of history some thousands;
   * posthog-node answers the 413 by sending halves.
   */
  events: 20_000,
  /** JSON values (of any kind, keys not counted) in one capture request: 20,000 events with 20 properties each. */
  values: 500_000,
  /**
   * Characters of the properties of an event about a language model, as posthog-node bounds them; capture keeps the beginning of
   * large prompts (reference/ai.md 1.5).
   */
  aiEventChars: 8 * MIB,
  /** Bytes of an OTLP request after decompression, as in PostHog. */
  otlpBytes: 4 * MIB,
  /** Spans of an OTLP request, as in PostHog. */
  otlpSpans: 1000,
  /** JSON values in one event. A value costs 100 ns; a value under a key that no object had before costs 2 µs. */
  valuesOfOne: 10_000,
  /**
   * JSON values in the body of any other request, or in JSON inside a parameter. The longest useful list holds the ids
   * of a large static cohort.
   */
  valuesOfOther: 100_000,
  /** Bytes of a JSON body of any other route. The largest are the files of a plugin. */
  jsonBytes: 10 * MIB,
  /** JSON values in the question of an insight. */
  valuesOfQuestion: 10_000,
  /**
   * Characters in the question of an insight, as JSON. Its answer repeats the question in the link of every point: a
   * question of 1 MiB over 8 days took 140 MB.
   */
  charsOfQuestion: 256 * KIB,
  /** Series of a trend. PostHog's page has names for 26. The links of each series repeat all of them. */
  series: 50,
  /** Breakdown properties of a question. */
  breakdowns: 10,
  /** Property filters in one place. Each takes 30 µs to compile, and a column. */
  filters: 500,
  /** Steps of an action, groups of a cohort, rules of a project. */
  rules: 500,
  /** Characters of a regular expression. RE2 compiles a MiB for 2 s. */
  regexChars: 1000,
  /** Bytes of a body that is read before the sender is known: its key stands in the body. */
  strangerBytes: MIB,
  /** Fields of a form, and parts of a multipart body. The longest form of the API has 40. */
  fields: 1000,
  /**
   * Characters of path and query together. Node takes 16 KiB of headers off a socket; requests in process have no such
   * limit of their own.
   */
  targetChars: 64 * KIB,
} as const;
