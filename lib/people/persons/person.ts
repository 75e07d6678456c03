/** A person as the write path holds it. `properties` is replaced, never mutated, when it changes. */
export interface Person {
  /** Primary key, and the person ordinal of the engine. */
  readonly id: number;
  readonly projectId: number;
  readonly uuid: string;
  properties: Properties;
  isIdentified: boolean;
  /** Grows by one with every write of the row. */
  version: number;
  createdAtMs: number;
}

/** JSON object of person (or event) properties. */
export type Properties = Readonly<Record<string, unknown>>;
