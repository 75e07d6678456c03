import { createMessageReader } from "./message-reader.ts";
import type { Message } from "./message-reader.ts";

/** `open` = messages arrive; `waiting` = the connection was lost and is tried again soon. */
export type StreamState = "connecting" | "open" | "waiting";

export interface FollowOptions {
  /** Connects; messages after the one with that id come first. An error with a `status` of 4xx is final. */
  open(lastId: string | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  onMessages(messages: Message[]): void;
  onState(state: StreamState): void;
  signal: AbortSignal;
  /** Waits; @default the browser's timer */
  pause?: (ms: number) => Promise<void>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** Silence in ms after which a stream is dead (the computer slept): the server sends a heartbeat every 15 seconds. */
const SILENCE_MS = 45_000;

/**
 * Follows an event stream until the signal aborts: it reconnects when the stream breaks, each time after a longer
 * pause, and continues after the last message. @throws the final error of `open`
 */
export async function follow({ open, onMessages, onState, signal, pause = wait }: FollowOptions): Promise<void> {
  let lastId: string | null = null;
  let failures = 0;
  while (!signal.aborted) {
    onState("connecting");
    try {
      const body = await open(lastId, signal);
      failures = 0;
      onState("open");
      await readAll(body, signal, (messages) => {
        lastId = messages.findLast(({ id }) => id !== null)?.id ?? lastId;
        onMessages(messages);
      });
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) throw error;
    }
    if (signal.aborted) return;
    onState("waiting");
    await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
    failures++;
  }
}

async function readAll(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  take: (messages: Message[]) => void,
): Promise<void> {
  const reader = body.getReader();
  const leave = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", leave);
  const decoder = new TextDecoder();
  const read = createMessageReader();
  let silence: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      clearTimeout(silence);
      silence = setTimeout(leave, SILENCE_MS);
      const { value, done } = await reader.read();
      if (done) return;
      const messages = read(decoder.decode(value, { stream: true }));
      if (messages.length > 0) take(messages);
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener("abort", leave);
  }
}

/** Is a refusal final? It would be repeated, except for "too many requests" and timeouts. */
function isFinal(error: unknown): boolean {
  const { status } = error as { status?: number };
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
