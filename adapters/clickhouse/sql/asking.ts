import type { Connection } from "../connection.ts";

/** The resources of a question. */
export interface Asking {
  connection: Connection;
  /** No event of the copy has a later place in the order of arrival. */
  newestSeq: number;
  signal?: AbortSignal | undefined;
}
