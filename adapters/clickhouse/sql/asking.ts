import type { Connection } from "../connection.ts";

/** The resources of a question. */
export interface Asking {
  connection: Connection;
  signal?: AbortSignal | undefined;
}
