import { receiveMessageOnPort } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { clearWords, PeerLost, takeWords } from "../columns/index.ts";
import type { Plan } from "../../port/plan.ts";
import type { WorkerGroup } from "../columns/index.ts";

/** A thread's rank in a worker group, and its connections. */
export interface Membership {
  rank: number;
  /** The port to each thread, by rank; null at the thread's own rank. */
  ports: (MessagePort | null)[];
  /** A shared word for each rank, which grows with each message to that thread, then `EXTRA_WORDS`. */
  words: SharedArrayBuffer;
}

/** The first extra word is not 0 when a thread ended; the second is the last round that a thread left. */
const EXTRA_WORDS = 2;

/** Messages between threads of a worker group. */
export type GroupMessage = { round: number } & (
  | { kind: "call"; plan: Plan; isUnchanged: boolean }
  | { kind: "give"; value: unknown }
);

/** Longest sleep of a waiting thread in ms; longer sleeps delay the end of a cancelled question. */
const NAP_MS = 50;

/** Makes the shared words of a worker group. */
export function createGroupWords(size: number): SharedArrayBuffer {
  return new SharedArrayBuffer((size + EXTRA_WORDS) * Int32Array.BYTES_PER_ELEMENT);
}

/** Wakes the waiting threads: a thread ended. */
export function reportEnded(words: SharedArrayBuffer): void {
  const list = new Int32Array(words);
  const size = list.length - EXTRA_WORDS;
  Atomics.store(list, size, 1);
  for (let rank = 0; rank < size; rank++) Atomics.notify(list, rank);
}

/** A thread's connection to the other threads of its worker group. */
export interface WorkerLink {
  size: number;
  hasEnded(): boolean;
  /** Sends a message to all other threads. */
  tell(message: GroupMessage): void;
  /**
   * The worker group of a round; all threads must begin rounds in the same order.
   * @param checkpoint called while a thread waits; ends the wait by throwing
   */
  workers(round: number, checkpoint: () => void): WorkerGroup;
  /** Tells the other threads that this thread gives up a round. */
  leave(round: number): void;
  /** A call that came during an earlier round; undefined = no call came. */
  takeNext(): GroupMessage | undefined;
  isLeft(round: number): boolean;
}

/** Most words kept between questions: 16 MB. */
const MAX_KEPT = 2 ** 22;

/** Shared memory that questions reuse: allocating it takes longer than the work in it, and V8 frees it late. */
function createArena() {
  let kept: Uint32Array = new Uint32Array(0);
  let used = 0;
  return {
    /** Frees all words. */
    reset() {
      const wanted = Math.min(used, MAX_KEPT);
      if (kept.length < wanted) kept = new Uint32Array(new SharedArrayBuffer(wanted * Uint32Array.BYTES_PER_ELEMENT));
      used = 0;
      clearWords();
    },
    words(length: number): Uint32Array {
      const own = takeWords(length);
      if (own !== null) return own;
      const from = used;
      // Even, so that 64-bit numbers are aligned.
      used += length + (length & 1);
      if (used > kept.length) return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
      return kept.subarray(from, from + length).fill(0);
    },
  };
}

export function openWorkerLink({ rank: place, ports, words }: Membership): WorkerLink {
  const list = new Int32Array(words);
  const size = list.length - EXTRA_WORDS;
  const [endedAt, leftAt] = [size, size + 1];
  const others = ports.flatMap((port, other) => (port === null ? [] : [{ port, other }]));

  const arena = createArena();
  let next: GroupMessage | undefined;

  const wake = (other: number) => {
    Atomics.add(list, other, 1);
    Atomics.notify(list, other);
  };
  const send = ({ port, other }: (typeof others)[number], message: GroupMessage) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows of a browser
    port.postMessage(message);
    wake(other);
  };
  const hasEnded = () => Atomics.load(list, endedAt) !== 0;
  const isLeft = (round: number) => Atomics.load(list, leftAt) >= round;

  const receive = (port: MessagePort, round: number, checkpoint: () => void): unknown => {
    for (;;) {
      const seen = Atomics.load(list, place);
      const message = (receiveMessageOnPort(port) as { message: GroupMessage } | undefined)?.message;
      if (message?.round === round && message.kind === "give") return message.value;
      if (message !== undefined && message.round > round) {
        next = message;
        throw new PeerLost();
      }
      // Messages of an abandoned round may still arrive.
      if (message !== undefined) continue;
      if (hasEnded() || isLeft(round)) throw new PeerLost();
      checkpoint();
      Atomics.wait(list, place, seen, NAP_MS);
    }
  };

  return {
    size,
    hasEnded,
    isLeft,
    takeNext() {
      const taken = next;
      next = undefined;
      return taken;
    },
    tell: (message) => others.forEach((to) => send(to, message)),
    leave(round) {
      // Never lowers the number, since the other threads may be a round ahead.
      for (let seen = Atomics.load(list, leftAt); seen < round; seen = Atomics.load(list, leftAt))
        Atomics.compareExchange(list, leftAt, seen, round);
      for (const { other } of others) wake(other);
    },
    workers(round, checkpoint) {
      arena.reset();
      const gather = <T>(mine: T): T[] => {
        for (const to of others) send(to, { round, kind: "give", value: mine });
        return ports.map((port) => (port === null ? mine : (receive(port, round, checkpoint) as T)));
      };
      const collect = <T>(mine: T): T[] => {
        if (place === 0) return ports.map((port) => (port === null ? mine : (receive(port, round, checkpoint) as T)));
        for (const to of others) if (to.other === 0) send(to, { round, kind: "give", value: mine });
        return [mine];
      };
      const spread = <T>(make: () => T): T => {
        if (place === 0) {
          const mine = make();
          for (const to of others) send(to, { round, kind: "give", value: mine });
          return mine;
        }
        const [first] = ports;
        if (first === null || first === undefined) throw new PeerLost();
        return receive(first, round, checkpoint) as T;
      };
      return { rank: place, size, gather, collect, spread, words: arena.words };
    },
  };
}
