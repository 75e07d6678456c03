import { readCapture } from "../../lib/index.ts";
import type { ReadCapture } from "../../lib/index.ts";
import type { KeptRequest } from "./request-log.ts";

/** A kept request with its content. */
export interface OpenedRequest {
  kept: KeptRequest;
  /** Null = it cannot be decoded, or is too large. */
  read: ReadCapture | null;
}

/**
 * Decompressed bytes of one request, and of all requests in a list: any client may send a few bytes that decompress to
 * very many.
 */
const LARGEST_BYTES = 1024 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;

/** Decodes kept requests, in their order. */
export async function openRequests(requests: readonly KeptRequest[]): Promise<OpenedRequest[]> {
  let bytesLeft = MOST_BYTES;
  const opened: OpenedRequest[] = [];
  for (const kept of requests) {
    const read = await readCapture(kept.request, Math.min(LARGEST_BYTES, bytesLeft));
    bytesLeft = Math.max(0, bytesLeft - (read?.sizeBytes ?? 0));
    opened.push({ kept, read });
  }
  return opened;
}

/**
 * Is it a request of a project?
 * @param token of the project
 * @param seesAll also requests without a project (an unknown token, an unreadable body), which may be of any project:
 * for users who may see every project
 */
export function isOfProject({ kept, read }: OpenedRequest, token: string, seesAll: boolean): boolean {
  const sent = read?.token ?? null;
  return sent === token || (seesAll && (sent === null || kept.status === 401));
}
