const MIB = 1024 * 1024;

/** Bytes of a session recording body (`/s`), which may be larger than the others (reference/capture.md 7). */
const RECORDING_BYTES = 25 * MIB;
const EVENT_BYTES = 20 * MIB;

/** How many bytes a body sent to `path` may have on the wire: 25 MiB for recordings (`/s`), else 20 MiB. */
export function wireLimit(path: string): number {
  return path === "/s" ? RECORDING_BYTES : EVENT_BYTES;
}

/** How many bytes such a body may have once unpacked: five times as many. */
export function unpackedLimit(path: string): number {
  return 5 * wireLimit(path);
}
