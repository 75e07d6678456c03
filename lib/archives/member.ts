/** A file of an archive. */
export interface Member {
  /** Its path in the archive; a folder's ends with a slash. */
  name: string;
  /** Its bytes in the archive, as the archive says. */
  packedBytes: number;
  /** Its bytes once unpacked, as the archive says; reading it fails when it has others. */
  sizeBytes: number;
  /** Read it to its end, or leave it, before the next. */
  bytes: AsyncIterable<Uint8Array>;
}

/** Makes the error for a damaged archive. @param reason a sentence without its dot */
export type ArchiveFault = (reason: string) => Error;

/** The reason that a library gave, as `ArchiveFault` takes it. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, "") : "damaged";
}
