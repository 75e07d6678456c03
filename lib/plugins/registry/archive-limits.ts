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

/**
 * Checks an archive's members one after the other.
 * @param isWanted by name; others are not unpacked, whatever their size
 * @returns takes a member; throws an Error naming the limit that it exceeds
 */
export function createCheck(
  archiveBytes: number,
  isWanted: (name: string) => boolean,
): (member: { name: string; sizeBytes: number }) => void {
  const { entries: most, pathChars, pathDepth, fileBytes, totalBytes: mostBytes, wholeBytes, ratio } = archiveLimits;
  let [entries, totalBytes] = [0, 0];
  return ({ name, sizeBytes }) => {
    if (++entries > most) throw new Error(`it holds more than ${most} files and folders`);
    if (name.length > pathChars) throw new Error(`a path in it has more than ${pathChars} characters`);
    if (name.split(/[/\\]/, pathDepth + 2).length > pathDepth + 1) {
      throw new Error(`a path in it has more than ${pathDepth} parts`);
    }
    if (!isWanted(name)) return;
    if (sizeBytes > fileBytes) throw new Error(`a file in it is larger than ${fileBytes} bytes`);
    totalBytes += sizeBytes;
    if (totalBytes > mostBytes) throw new Error(`it holds more than ${mostBytes} bytes`);
    if (totalBytes > Math.max(wholeBytes, ratio * archiveBytes)) {
      throw new Error(`it is more than ${ratio} times larger unpacked`);
    }
  };
}
