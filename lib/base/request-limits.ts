const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * How much one request may hold, in one place. Each number bounds the processor time and the memory that a stranger can
 * take with one request, and leaves room for what SDKs send. Times are of one core of the machine that they were measured on.
 */
export const requestLimits = {
  /** Bytes of a body on the wire, as in the real service (reference/capture.md 7). */
  wireBytes: 20 * MIB,
  /** The same for session recordings (`/s`). */
  recordingBytes: 25 * MIB,
  /** The same for capture v1. */
  v1WireBytes: 10 * MIB,
  /**
   * Bytes of JSON that a body unpacks to: as many as a plain body may have on the wire. The real service takes 100 MiB, on
   * machines made for that. SDKs send at most 100 events or 2 MiB at once; posthog-js sends a recording in pieces of 7 MB. A MiB
   * more costs 5 MB of memory while it is read.
   */
  unpackedBytes: 20 * MIB,
  /**
   * How many times larger than on the wire a body may be once unpacked, beyond `wholeBytes`. Events with ids of their own
   * pack 10 to 60 times smaller; the same event over and over 180 times. gzip can reach 1,030, brotli and zstd
   * 100,000.
   */
  unpackedRatio: 250,
  /**
   * Bytes of a body that is handled in one piece. The worst JSON of this size, one object of ever new keys, takes 35 ms; what
   * is larger is looked at first, and read in pieces of this size with other requests in between.
   */
  wholeBytes: 256 * KIB,
  /**
   * Bytes of a body that is wrapped the way old browsers' SDKs did, in base64 or a form: unwrapping is synchronous and takes
   * 4 ms for a MiB. posthog-js sent 64 KiB at most like this.
   */
  wrappedBytes: 4 * MIB,
  /** The same for lz64, which is decoded in JavaScript: 256 KiB take up to 80 ms. */
  lz64Bytes: 256 * KIB,
  /**
   * Events in one request. They are committed in parts of 1,000 (`capture/store-items.ts`), so the number bounds the time that
   * one request takes, 1 to 2 s of new persons. SDKs send 100 at most, loaders of history some thousands; posthog-node answers
   * the 413 by sending halves.
   */
  events: 20_000,
  /** JSON values (of any kind, keys not counted) in one capture request: 20,000 events with 20 properties each. */
  values: 500_000,
  /** JSON values in one event. A value costs 100 ns; under a key that no object had before it costs 2 µs. */
  valuesOfOne: 10_000,
  /** JSON values in the body of any other request, or in JSON inside a parameter: the ids of a large static cohort. */
  valuesOfOther: 100_000,
  /** Bytes of a JSON body that is no capture: the files of a plugin. */
  jsonBytes: 10 * MIB,
  /** JSON values in the question of an insight. */
  valuesOfQuestion: 10_000,
  /**
   * Characters in the question of an insight. Its answer repeats the question in the link of every point: a question of 1 MiB
   * over 8 days took 140 MB.
   */
  charsOfQuestion: 256 * KIB,
  /** Series of a trend: the interface of the real service has names for 26. Each series' links repeat all of them. */
  series: 50,
  /** Properties that a question is broken down by. */
  breakdowns: 10,
  /** Property filters in one place. Each takes 30 µs to compile, and a column. */
  filters: 500,
  /** Steps of an action, groups of a cohort, rules of a project. */
  rules: 500,
  /** Characters of a regular expression. RE2 compiles a MiB for 2 s. */
  regexChars: 1000,
  /** Bytes of a body that is read before it is known whose it is: its key stands in the body itself. */
  strangerBytes: MIB,
  /** Fields of a form, and parts of a multipart body. The longest form of the API has 40. */
  fields: 1000,
  /** Characters of path and query together. Node takes 16 KiB of headers off a socket; requests in process have no such bound. */
  targetChars: 64 * KIB,
} as const;
