/** The contents of the executable. */
export interface Packed {
  /** Name of the folder to unpack into; unique for each build. */
  name: string;
  files: PackedFile[];
}

/** A file in the executable, under its path. */
export interface PackedFile {
  /** The path from the root of the package, with slashes. */
  path: string;
  /** Hash of its content, in hexadecimal. */
  sha256: string;
}
