/** A person in the write path. A change replaces `properties` and never mutates it. */
export interface Person {
  /** Primary key, and the person's ordinal in the engine. */
  readonly id: number;
  readonly projectId: number;
  readonly uuid: string;
  properties: Properties;
  isIdentified: boolean;
  /** Grows with every write of the row. */
  version: number;
  createdAtMs: number;
}

/** JSON object of person (or event) properties. */
export type Properties = Readonly<Record<string, unknown>>;
