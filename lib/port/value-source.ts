/** The source of an event's value for a breakdown; a missing value is the empty text. */
export type ValueSource =
  | { type: "event" | "person"; key: string; as: "text" | "length" }
  | { type: "group"; key: string; groupTypeIndex: number; as: "text" }
  /** Whole seconds of the event's session, a number; events without a session do not count. */
  | { type: "session" };
