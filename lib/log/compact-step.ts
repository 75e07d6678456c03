/** "busy" = another process writes: wait a little. */
export type CompactStep = "busy" | void;
