/** In the write path. Changes replace `properties`, never mutate it. */
export interface Person {
  /** Also the ordinal in the engine. */
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
