import type { openReader } from "../storage/index.ts";

/** A connection of the query process. */
export type Reader = ReturnType<typeof openReader>;
