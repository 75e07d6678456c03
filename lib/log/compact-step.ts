/** The end of a step; "busy" = another process writes, so the next step should come a little later. */
export type CompactStep = "busy" | void;
