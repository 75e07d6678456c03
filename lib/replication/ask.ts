import { fetch } from "../base/platform.ts";
import { readBounded } from "../base/read-bounded.ts";

/** A question to another hoglet. */
interface Question {
  /** A personal API key of the other. */
  key?: string;
  /** The body of a POST; GET without one. */
  json?: object;
  /** Ms for the whole answer. */
  answerMs: number;
  /** @default 64 KiB */
  mostBytes?: number;
}

const SHORT_BYTES = 64 * 1024;

/** Asks another hoglet. @returns a body that is null when it has too many bytes. @throws Error when it does not answer in time */
export async function ask(
  address: string,
  { key, json, answerMs, mostBytes = SHORT_BYTES }: Question,
): Promise<{ status: number; body: Buffer | null }> {
  const reply = await fetch(address, {
    ...(json !== undefined && { method: "POST", body: JSON.stringify(json) }),
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(json !== undefined && { "content-type": "application/json" }),
    },
    redirect: "manual",
    signal: AbortSignal.timeout(answerMs),
  });
  return { status: reply.status, body: await readBounded(reply, mostBytes) };
}

/** The words for an error of `ask`. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
