/** A file in a multipart body. */
export interface UploadedFile {
  /** The client's name for it. */
  name: string;
  /** Empty when the client sent none. */
  type: string;
  bytes: Uint8Array;
}

export function isUploadedFile(value: unknown): value is UploadedFile {
  return typeof value === "object" && value !== null && "bytes" in value && value.bytes instanceof Uint8Array;
}
