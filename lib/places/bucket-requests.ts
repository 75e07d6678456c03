import { createHash } from "node:crypto";
import type { AwsClient } from "aws4fetch";
import { fetch, sleep } from "../base/platform.ts";
import { readBounded } from "../base/read-bounded.ts";
import { unavailable } from "../base/errors.ts";

/** Time in ms for one request and its answer: a part of 4 MiB at half a megabit a second. */
const REQUEST_MS = 70_000;

/** Pauses in ms before each further try. */
const PAUSES_MS = [500, 2000, 5000];

/** Most bytes of a page of the list, which names 1000 objects at most. */
const MOST_PAGE_BYTES = 4 * 1024 * 1024;

/** The answer to a request, whatever its status. */
export interface BucketAnswer {
  status: number;
  /** Null = it had more bytes than allowed. */
  bytes: Buffer | null;
}

export interface BucketRequest {
  body?: Buffer;
  headers?: Record<string, string>;
  /** Most bytes of the answer. */
  mostBytes?: number;
}

/** Sends a request. @throws HogletError 503 when the server does not answer, or fails each time */
export type Ask = (method: string, address: string, request?: BucketRequest) => Promise<BucketAnswer>;

/**
 * Signs requests and sends them, bounded in time and bytes: four times where the server fails or is busy.
 * @param answerMs for an answer; each request is sent once then
 */
export function createRequests(client: AwsClient, answerMs?: number): Ask {
  const pausesMs = answerMs === undefined ? PAUSES_MS : [];
  return async (method, address, { body, headers, mostBytes = MOST_PAGE_BYTES } = {}) => {
    for (let tried = 0; ; tried++) {
      try {
        const signed: Request = await client.sign(address, {
          method,
          headers: {
            ...headers,
            "x-amz-content-sha256": createHash("sha256")
              .update(body ?? "")
              .digest("hex"),
          },
          ...(body !== undefined && { body: new Uint8Array(body) }),
        });
        const reply = await fetch(signed, { signal: AbortSignal.timeout(answerMs ?? REQUEST_MS), redirect: "manual" });
        const answer = { status: reply.status, bytes: await readBounded(reply, mostBytes) };
        if (!isPassing(answer.status)) return answer;
        if (tried >= pausesMs.length) throw refused(method, answer);
      } catch (error) {
        if (tried >= pausesMs.length || !isNetwork(error)) throw toKnown(error);
      }
      await sleep(pausesMs[tried]);
    }
  };
}

/** Does a further try help? */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}

/** fetch reports what the network did as a TypeError, and a time-out by its name. */
function isNetwork(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === "TimeoutError");
}

function toKnown(error: unknown): unknown {
  if (!isNetwork(error)) return error;
  const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return unavailable("copies_unreachable", `The bucket does not answer: ${code ?? message}.`, undefined);
}

/** The error of an answer that is no success: with its code, and nothing else of it. */
export function refused(method: string, { status, bytes }: BucketAnswer): Error {
  const [code = ""] = valuesOf(bytes?.toString() ?? "", "Code");
  const why = /^[A-Za-z]{1,60}$/.test(code) ? `${status} ${code}` : String(status);
  return unavailable(
    "copies_refused",
    `The bucket answers ${why} to a ${method}. See the keys' rights, the region and the bucket's name.`,
    undefined,
  );
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The texts of an element in an answer of S3, which has no attributes. */
export function valuesOf(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, "g"))].map(([, text = ""]) =>
    text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? ""),
  );
}
