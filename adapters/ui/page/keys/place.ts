/** A place that the palette goes to. */
export interface Place {
  /** The kind of place, in plain words: the heading above it. */
  group: string;
  name: string;
  /** A few words beside the name; empty = none. */
  about?: string;
  /** The address in the shown project, such as "/sql". */
  path: string;
}
