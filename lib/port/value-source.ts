/** Where the value of an event comes from that a breakdown groups by; missing = the empty text. */
export type ValueSource =
  | { type: "event" | "person"; key: string; as: "text" | "length" }
  | { type: "group"; key: string; groupTypeIndex: number; as: "text" }
  /** Whole seconds of the event's session, a number; events without a session do not count. */
  | { type: "session" };
