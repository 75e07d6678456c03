const MIB = 1024 * 1024;

/**
 * How much an archive of a plugin may hold. The plugins of the real service's marketplace have 5 to 60 files and unpack to less
 * than a MiB; an archive may hold pictures and a built bundle besides.
 */
export const archiveLimits = {
  /** Bytes of all files together; in memory they lie two to three times while they become texts. */
  totalBytes: 16 * MIB,
  /** Bytes of one file: that of a plugin's source over HTTP. Becoming a text takes 1 ms for a MiB. */
  fileBytes: 10 * MIB,
  /** How many times larger than packed the whole may be, beyond `wholeBytes`. Sources pack 3 to 10 times smaller. */
  ratio: 100,
  /** Bytes that may be packed as well as they like. */
  wholeBytes: 256 * 1024,
  /** Files and folders. Each costs 2 µs, wanted or not. */
  entries: 5000,
  /** Parts of a path. */
  pathDepth: 32,
  /** Characters of a path, as of most file systems. */
  pathChars: 1024,
} as const;

/** @throws Error that says which bound an entry passes */
export function checkEntry(path: string, entries: number): void {
  const { entries: most, pathChars, pathDepth } = archiveLimits;
  if (entries > most) throw new Error(`it holds more than ${most} files and folders`);
  if (path.length > pathChars) throw new Error(`a path in it has more than ${pathChars} characters`);
  if (path.split(/[/\\]/, pathDepth + 2).length > pathDepth + 1) {
    throw new Error(`a path in it has more than ${pathDepth} parts`);
  }
}

/** @throws Error that says which bound is passed */
export function checkSize(fileBytes: number, totalBytes: number): void {
  if (fileBytes > archiveLimits.fileBytes) {
    throw new Error(`a file in it is larger than ${archiveLimits.fileBytes} bytes`);
  }
  if (totalBytes > archiveLimits.totalBytes) throw new Error(`it holds more than ${archiveLimits.totalBytes} bytes`);
}
