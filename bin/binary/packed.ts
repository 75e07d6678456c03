/** What the executable carries. */
export interface Packed {
  /** Of the folder to unpack into: another for each build. */
  name: string;
  files: PackedFile[];
}

/** A file in the executable, under its path. */
export interface PackedFile {
  /** From the root of the package, with slashes. */
  path: string;
  /** Of its content, in hexadecimal. */
  sha256: string;
}
