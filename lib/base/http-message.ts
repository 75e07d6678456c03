/** A request as every adapter hands it over. */
export interface HttpMessage {
  method: string;
  /** Absolute, or beginning with the path. */
  url: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The bytes as they arrived; empty when there are none. */
  body: Uint8Array;
  /** Address of the client; null when unknown. */
  ip: string | null;
  /** Aborts when the client has gone away: questions stop then. Absent = it is not known. */
  readonly signal?: AbortSignal | undefined;
  /** Where in another app it is mounted, such as "/analytics", for links; absent = at the root. */
  readonly base?: string;
}

/** A reply as every adapter sends it. */
export interface HttpReply {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string | Uint8Array | AsyncIterable<string> | null;
}
