import { createInterface } from "node:readline";
import { printData } from "../print.ts";
import { toSentence } from "../sentence.ts";

/** Bytes of the longest line; the server takes no more. */
const MOST_CHARS = 1024 * 1024;
/** Longest wait in ms for an answer: tools wait 50 s at most. */
const LONGEST_MS = 120_000;

/**
 * Passes the messages of stdin on to a running hoglet's `/mcp`, and its answers to stdout, until stdin ends.
 * @param url of the server. @param key a personal API key of it
 */
export async function bridge(url: string, key: string, project: number | undefined): Promise<void> {
  const target = `${url.replace(/\/$/, "")}/mcp${project === undefined ? "" : `?project=${project}`}`;
  const running = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === "") continue;
    const turn = pass(line, target, key).finally(() => running.delete(turn));
    running.add(turn);
  }
  await Promise.all(running);
}

async function pass(line: string, target: string, key: string): Promise<void> {
  const id = idOf(line);
  let answer: string;
  try {
    if (line.length > MOST_CHARS) throw new Error(`The message is longer than ${MOST_CHARS} characters.`);
    const response = await fetch(target, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${key}`,
      },
      body: line,
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    answer = await response.text();
    // The server cannot know the id of a message that it refuses to read.
    if (!response.ok) answer = toError(id, messageOf(answer));
  } catch (error) {
    const reason = error instanceof TypeError ? `No hoglet answers at ${target}. Is it running?` : toSentence(error);
    answer = toError(id, reason);
  }
  // A notification has no answer.
  if (id === undefined || answer === "") return;
  printData(answer.trim());
}

/** Undefined = a notification; null = unreadable, which the protocol answers without an id. */
function idOf(line: string): unknown {
  try {
    return (JSON.parse(line) as { id?: unknown }).id;
  } catch {
    return null;
  }
}

function messageOf(answer: string): string {
  try {
    const { error, detail } = JSON.parse(answer) as { error?: { message?: string }; detail?: string };
    return error?.message ?? detail ?? answer;
  } catch {
    return answer;
  }
}

function toError(id: unknown, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error: { code: -32000, message } });
}
