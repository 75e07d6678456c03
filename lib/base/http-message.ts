/** A request as every adapter passes it on. */
export interface HttpMessage {
  method: string;
  /** Absolute, or only path and query. */
  url: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The bytes as they arrived; empty when there are none. */
  body: Uint8Array;
  /**
   * Arriving bytes instead of `body`; only for requests that `isUpload` names. If the reader stops early, the adapter
   * handles the rest.
   */
  readonly stream?: AsyncIterable<Uint8Array>;
  /** Address of the client; null = unknown. */
  ip: string | null;
  /** Aborts when the client is gone, which stops questions. Absent = the adapter cannot tell. */
  readonly signal?: AbortSignal | undefined;
  /** The path under which another app mounts hoglet, such as "/analytics", for links; absent = the root. */
  readonly base?: string;
}

/** A reply as every adapter sends it. */
export interface HttpReply {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string | Uint8Array | AsyncIterable<string | Uint8Array> | null;
}
