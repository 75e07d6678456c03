/**
 * The form of a value: its text; its length in bytes; or, of a URL, its text without `/`, `?` and `#` at its end (`/` alone, where
 * nothing else is left).
 */
export type ValueForm = "text" | "length" | "url";

/** The source of an event's value for a breakdown; a missing value is the empty text. */
export type ValueSource =
  | { type: "event" | "person"; key: string; as: ValueForm }
  | { type: "group"; key: string; groupTypeIndex: number; as: "text" | "url" }
  /** Whole seconds of the event's session, a number; events without a session do not count. */
  | { type: "session" };
