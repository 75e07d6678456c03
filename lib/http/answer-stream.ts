import { toStoppable } from "../base/stoppable.ts";
import type { Context } from "../handle/context.ts";
import { toEventStream } from "../log/list/index.ts";
import type { Outcome, WatchedAnswers } from "../query/watch/index.ts";
import { eventStreamReply, rawReply, toHogletError } from "./reply.ts";
import type { RawReply } from "./reply.ts";

type Held = Pick<Context, "live" | "log">;

/** Answers of several questions, each with the place of its question. */
export type Answers = AsyncIterableIterator<{ place: number; outcome: Outcome }, void>;

/**
 * A stream of server-sent events, which takes a place among the streams of its key until it ends.
 * @param open opens the answers; an error that it throws is the reply
 * @param write an event of an outcome. JSON text has no line breaks, so one data line is enough
 */
export async function answerStream(
  { live, log }: Held,
  keyId: string,
  open: () => Promise<Answers>,
  write: (outcome: { text: string } | { failure: string }, place: number) => string,
): Promise<RawReply> {
  const release = live.hold(keyId);
  try {
    const answers = await open();
    const parts = toStoppable(toParts(log, answers, { release, write }), async () => {
      await answers.return?.();
      release();
    });
    return rawReply(eventStreamReply(toEventStream(parts)));
  } catch (error) {
    release();
    throw error;
  }
}

async function* toParts(
  log: Held["log"],
  answers: Answers,
  { release, write }: { release(): void; write: Parameters<typeof answerStream>[3] },
): AsyncGenerator<{ bytes: string }, void> {
  try {
    for await (const { place, outcome } of answers) {
      const { text, error } = outcome;
      const told = text === undefined ? { failure: JSON.stringify(toFailure(log, error)) } : { text };
      yield { bytes: write(told, place) };
    }
  } finally {
    release();
  }
}

function toFailure(log: Held["log"], error: unknown) {
  const known = toHogletError(error);
  if (known.status >= 500) log.error("A watched question failed.", { code: known.code, cause: String(known.cause) });
  return known;
}

/**
 * The answers of several questions as they come. A question that cannot be asked has its error as its only answer.
 * @param questions each opens its answers
 */
export function mergeAnswers(questions: readonly (() => Promise<WatchedAnswers>)[]): Answers {
  const sources = questions.map(openLater);
  return toStoppable(merge(sources), () => Promise.all(sources.map((source) => source.return?.())));
}

/** A question whose answers are opened when the first is wanted. */
function openLater(open: () => Promise<WatchedAnswers>): AsyncIterableIterator<Outcome, void> {
  let opening: Promise<WatchedAnswers> | undefined;
  const read = async function* (): AsyncGenerator<Outcome, void> {
    try {
      yield* await (opening = open());
    } catch (error) {
      yield { error };
    }
  };
  return toStoppable(read(), async () => (await opening?.catch(() => {}))?.return?.());
}

/** The answers of a single question. */
export function toSingle(answers: WatchedAnswers): Answers {
  const read = async function* () {
    for await (const outcome of answers) yield { place: 0, outcome };
  };
  return toStoppable(read(), () => answers.return?.());
}

async function* merge(
  sources: readonly AsyncIterator<Outcome, void>[],
): AsyncGenerator<{ place: number; outcome: Outcome }, void> {
  const next = async (place: number) => ({ place, result: await sources[place]?.next() });
  const waiting = new Map(sources.map((_, place) => [place, next(place)]));
  while (waiting.size > 0) {
    const { place, result } = await Promise.race(waiting.values());
    waiting.delete(place);
    if (result === undefined || result.done) continue;
    yield { place, outcome: result.value };
    // Not before: a slow reader gets the newest answer.
    waiting.set(place, next(place));
  }
}
