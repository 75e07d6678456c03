import { clearTimeout, setTimeout } from "../../base/platform.ts";
import { internal } from "../../base/errors.ts";
import { startSideProcess } from "../../base/side-process.ts";
import type { SideProcess } from "../../base/side-process.ts";
import { fromSent } from "../../storage/index.ts";
import type { ParsedOptions } from "../options.ts";
import type { Bytes } from "../read/bytes.ts";
import { isFileSource, toBytes } from "../read/inputs.ts";
import type { ForeignSource } from "../read/inputs.ts";
import { exceeded } from "./limits.ts";
import type { FromReader, ReadingEnd, ToReader } from "./protocol.ts";

export type Read = Exclude<ReadingEnd, { kind: "failed" }>;

/** An input that a process reads. */
export interface Reading {
  /** The end, or the next piece of lines in hoglet's own format. @throws the refusal of the input; the error of its stream; the reason of the signal */
  next(): Promise<Read>;
  /** Lets the process read on, after the last piece was taken. */
  goOn(): void;
  /** Ends the reading at any point. */
  end(): Promise<void>;
}

export interface ReadingJob {
  source: ForeignSource;
  options: ParsedOptions;
  nowMs: number;
  /** An empty folder, which the caller removes afterwards. */
  folder: string;
}

/** Reads an input in a process of its own, bounded in time and memory. */
export function startReading({ source, options, nowMs, folder }: ReadingJob): Reading {
  const { onBad, onRecognised, onStep, onRead: _, confirm: __, signal, ...plain } = options;
  const isFile = isFileSource(source);
  const pieces = isFile ? null : toBytes(source)[Symbol.asyncIterator]();
  let settle: { resolve(read: Read): void; reject(error: unknown): void } | undefined;
  let outcome: { read: Read } | { error: unknown } | undefined;
  let isDone = false;

  const conclude = (found: NonNullable<typeof outcome>) => {
    outcome ??= found;
    if (settle === undefined) return;
    if ("error" in outcome) settle.reject(outcome.error);
    else settle.resolve(outcome.read);
    // An error is the last answer, whatever is asked afterwards.
    if (!("error" in outcome)) outcome = undefined;
    settle = undefined;
  };
  const fail = (error: unknown) => conclude({ error });
  const take = (message: FromReader) => {
    if (message.kind === "more") void give();
    else if (message.kind === "recognised") onRecognised?.(message.found);
    else if (message.kind === "step" || message.kind === "failed") {
      for (const bad of message.bad) onBad?.(bad);
      if (message.kind === "step") return onStep?.(message.step);
      isDone = message.isFit;
      fail(fromSent(message.error));
    } else if (message.kind !== "ready") {
      isDone = message.kind !== "own";
      conclude({ read: message });
    }
  };
  const reader = takeReader({
    message(message) {
      try {
        take(message);
      } catch (error) {
        // A function that the caller gave has thrown it.
        fail(error);
      }
    },
    gone: (words) => fail(/^$|^SIGKILL$|out of memory|Allocation failed/.test(words) ? exceeded() : died(words)),
  });
  const give = async () => {
    try {
      const { done, value } = (await pieces?.next()) ?? { done: true, value: undefined };
      reader.send({ kind: "piece", bytes: done === true ? null : value });
    } catch (error) {
      fail(error);
    }
  };
  const abort = () => fail(signal?.reason);
  signal?.addEventListener("abort", abort);
  if (signal?.aborted === true) abort();
  const path = isFile ? source.path : null;
  reader.send({ kind: "read", request: { path, options: plain, nowMs, folder, wantsBad: onBad !== undefined } });
  return {
    next: () =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        if (outcome !== undefined) conclude(outcome);
      }),
    goOn: () => reader.send({ kind: "taken" }),
    async end() {
      signal?.removeEventListener("abort", abort);
      await reader.release(isDone);
      await pieces?.return?.();
    },
  };
}

/** Pieces of lines in hoglet's own format, from a piece that was read already. @param onPiece called with the bytes that are read so far */
export async function* piecesOf(
  reading: Reading,
  first: Read,
  onPiece: (readBytes: number) => void,
): Bytes & AsyncGenerator<Uint8Array> {
  for (let read = first; read.kind === "own"; read = await reading.next()) {
    onPiece(read.readBytes);
    yield read.bytes;
    reading.goOn();
  }
}

function died(words: string) {
  return internal(new Error(`The process that reads files ended: ${words}`));
}

/** Time in ms for which an idle process waits for the next input; it holds 100 MB. */
const IDLE_MS = 10_000;

interface Listener {
  message(message: FromReader): void;
  gone(words: string): void;
}

interface Reader {
  process: SideProcess;
  listener: Listener | null;
  timer: NodeJS.Timeout | null;
}

/** Processes that wait for an input. Only its reading knows a busy one. */
const idle: Reader[] = [];

function takeReader(listener: Listener): { send(message: ToReader): void; release(isFit: boolean): Promise<void> } {
  const reader = idle.pop() ?? startReader();
  if (reader.timer !== null) clearTimeout(reader.timer);
  reader.listener = listener;
  reader.process.hold(true);
  return {
    send: (message) => reader.process.send(message),
    async release(isFit) {
      reader.listener = null;
      if (!isFit || reader.process.isGone) return reader.process.kill();
      reader.process.hold(false);
      idle.push(reader);
      reader.timer = setTimeout(() => void retire(reader), IDLE_MS).unref();
    },
  };
}

async function retire(reader: Reader): Promise<void> {
  forget(reader);
  await reader.process.kill();
}

function forget(reader: Reader): void {
  const index = idle.indexOf(reader);
  if (index !== -1) idle.splice(index, 1);
}

function startReader(): Reader {
  const reader: Reader = {
    listener: null,
    timer: null,
    process: startSideProcess<FromReader>("readerProcess", {
      message: (message) => reader.listener?.message(message),
      gone() {
        forget(reader);
        // Called before `reader.process` is set if the process cannot start.
        reader.listener?.gone((reader.process as SideProcess | undefined)?.words ?? "");
      },
    }),
  };
  return reader;
}
