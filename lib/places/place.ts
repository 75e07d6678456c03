/** A folder, or a bucket of S3. Objects have names with `/`. */
export interface Place {
  /** @param mostBytes of an object; a larger one is refused @returns null = there is no such object */
  get(name: string, mostBytes: number): Promise<Buffer | null>;
  /** Stores an object whole, or not at all; it replaces one of that name. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Stores an object unless there is one of that name. @returns false = there is one */
  create(name: string, bytes: Buffer): Promise<boolean>;
  /** The names of all objects, in order. */
  list(): Promise<string[]>;
  /** Removes objects, one after the other; a missing one is no fault. */
  remove(names: readonly string[]): Promise<void>;
}
