import type { Properties } from "./person.ts";

/** Most JSON bytes; a larger update is refused (reference/capture.md 7). */
export const MAX_PROPERTIES_BYTES = 640 * 1024;

/** JSON bytes to which an oversized person is reduced. */
const TRIMMED_BYTES = 512 * 1024;

/**
 * Are these more than 640 KiB as JSON?
 * @param eventSize length of the JSON of the event with the update
 */
export function isOversized(properties: Properties, eventSize: number): boolean {
  // Counting keys avoids nearly every measurement. A UTF-16 unit has at most six bytes (\u001f): properties that pass
  // have less than 64 × 6 KiB, plus the event's additions.
  const mayBeLarge = eventSize >= 4096 || Object.keys(properties).length >= 64 || hasLargeEntry(properties);
  return mayBeLarge && sizeOf(properties) > MAX_PROPERTIES_BYTES;
}

/** Removes the largest properties down to 512 KiB, so that the fewest are lost. */
export function trimmed(properties: Properties): Properties {
  const sized = Object.entries(properties).map((entry) => ({ entry, sizeBytes: sizeOf(Object.fromEntries([entry])) }));
  sized.sort((a, b) => a.sizeBytes - b.sizeBytes);
  const kept: [string, unknown][] = [];
  let totalBytes = 0;
  for (const { entry, sizeBytes } of sized) {
    totalBytes += sizeBytes;
    if (totalBytes > TRIMMED_BYTES) break;
    kept.push(entry);
  }
  return Object.fromEntries(kept);
}

function hasLargeEntry(properties: Properties): boolean {
  for (const key in properties) {
    const value = properties[key];
    if (typeof value === "object" && value !== null) return true;
    if (key.length + (typeof value === "string" ? value.length : 0) > 1024) return true;
  }
  return false;
}

function sizeOf(properties: Properties): number {
  return Buffer.byteLength(JSON.stringify(properties));
}
