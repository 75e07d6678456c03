import type { openReader } from "../log/index.ts";

/** A connection of the query process. */
export type Reader = ReturnType<typeof openReader>;
