const MIB = 1024 * 1024;

/**
 * The limits of a plugin's archive. The plugins of PostHog's marketplace have 5 to 60 files and less than a MiB; an
 * archive may also hold pictures and a built bundle.
 */
export const archiveLimits = {
  /** Bytes of all files together; they take two to three times as much memory while they are decoded. */
  totalBytes: 16 * MIB,
  /** Bytes of one file: as for a plugin's source over HTTP. Decoding takes 1 ms for a MiB. */
  fileBytes: 10 * MIB,
  /** Largest ratio of all files to the archive, beyond `wholeBytes`. Sources have a ratio of 3 to 10. */
  ratio: 100,
  /** Bytes that may have any ratio. */
  wholeBytes: 256 * 1024,
  /** Files and folders. Each costs 2 µs, needed or not. */
  entries: 5000,
  /** Parts of a path. */
  pathDepth: 32,
  /** Characters of a path, as in most file systems. */
  pathChars: 1024,
} as const;

/** @throws Error naming the limit that an entry exceeds */
export function checkEntry(path: string, entries: number): void {
  const { entries: most, pathChars, pathDepth } = archiveLimits;
  if (entries > most) throw new Error(`it holds more than ${most} files and folders`);
  if (path.length > pathChars) throw new Error(`a path in it has more than ${pathChars} characters`);
  if (path.split(/[/\\]/, pathDepth + 2).length > pathDepth + 1) {
    throw new Error(`a path in it has more than ${pathDepth} parts`);
  }
}

/** @throws Error naming the limit that is exceeded */
export function checkSize(fileBytes: number, totalBytes: number): void {
  if (fileBytes > archiveLimits.fileBytes) {
    throw new Error(`a file in it is larger than ${archiveLimits.fileBytes} bytes`);
  }
  if (totalBytes > archiveLimits.totalBytes) throw new Error(`it holds more than ${archiveLimits.totalBytes} bytes`);
}
