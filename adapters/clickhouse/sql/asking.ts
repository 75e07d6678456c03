import type { Connection } from "../connection.ts";

export interface Asking {
  connection: Connection;
  /** The last place in the copy's order of arrival. */
  newestSeq: number;
  signal?: AbortSignal | undefined;
}
