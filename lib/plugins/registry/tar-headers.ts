import { archiveLimits, checkEntry, checkSize } from "./archive-limits.ts";

const BLOCK = 512;
const SIZE_AT = 124;
const TYPE_AT = 156;

/** Headers whose contents name the next entry: the library reads them as text of any size. */
const NAMING = new Set("xgLNK");

/**
 * Checks the headers of a tar before the library reads it, since the library trusts them: a negative size would lead it
 * back to the same header for ever.
 * @throws Error when a header is damaged, or exceeds `archiveLimits`
 */
export function checkTar(tar: Buffer): void {
  let entries = 0;
  for (let at = 0; at < tar.length - BLOCK && tar[at] !== 0;) {
    const sizeBytes = readSize(tar, at + SIZE_AT);
    checkEntry(tar.toString("utf8", at, at + 100).split("\0", 1)[0] ?? "", ++entries);
    checkSize(sizeBytes, 0);
    const start = at + BLOCK;
    if (start + sizeBytes > tar.length) throw new Error("a file in it is cut off");
    if (NAMING.has(String.fromCharCode(tar[at + TYPE_AT] ?? 0))) {
      checkNaming(tar.subarray(start, start + sizeBytes), entries);
    }
    at = start + Math.ceil(sizeBytes / BLOCK) * BLOCK;
  }
}

/** Octal digits, which all programs write for files below 8 GiB. */
function readSize(tar: Buffer, at: number): number {
  const text = tar
    .toString("latin1", at, at + 12)
    .replaceAll(/[\0 ]+$/g, "")
    .trimStart();
  if (!/^[0-7]{1,12}$/.test(text)) throw new Error("a header in it has no size");
  return Number.parseInt(text, 8);
}

/** Paths are limited in all places. Lines of a pax header are fields such as `30 path=…`. */
function checkNaming(content: Buffer, entries: number): void {
  const most = archiveLimits.pathChars * 8;
  if (content.length > most) throw new Error(`a header in it has more than ${most} bytes`);
  for (const line of content.toString("utf8").split(/[\n\0]/)) checkEntry(line, entries);
}
