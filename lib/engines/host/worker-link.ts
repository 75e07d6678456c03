import { receiveMessageOnPort } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { PeerLost } from "../columns/index.ts";
import type { Plan } from "../../port/plan.ts";
import type { WorkerGroup } from "../columns/index.ts";

/** A thread's place among those that answer questions together, and its ways to the others. */
export interface Membership {
  rank: number;
  /** To each of the others by place; at one's own null. */
  ports: (MessagePort | null)[];
  /** Shared words: one for each place, which grows with each message to it, and two more, see below. */
  words: SharedArrayBuffer;
}

/** Behind the words of the places: not 0 = one of them ended; and the last round that somebody left. */
const EXTRA_WORDS = 2;

/** Messages between threads of a worker group. */
export type GroupMessage = { round: number } & ({ kind: "call"; plan: Plan } | { kind: "give"; value: unknown });

/** How long a thread sleeps before it looks whether what it waits for is still wanted, when nobody wakes it. */
const NAP_MS = 50;

/** Makes the shared words of a worker group. */
export function createGroupWords(size: number): SharedArrayBuffer {
  return new SharedArrayBuffer((size + EXTRA_WORDS) * Int32Array.BYTES_PER_ELEMENT);
}

/** Wakes the waiting threads of a worker group: a thread ended. */
export function reportEnded(words: SharedArrayBuffer): void {
  const list = new Int32Array(words);
  const size = list.length - EXTRA_WORDS;
  Atomics.store(list, size, 1);
  for (let rank = 0; rank < size; rank++) Atomics.notify(list, rank);
}

/** A thread's end of the worker group's message ports. */
export interface WorkerLink {
  size: number;
  hasEnded(): boolean;
  /** Sends to all others. */
  tell(message: GroupMessage): void;
  /** The worker group of a round; all threads must begin rounds in the same order. @param checkpoint called while it waits; ends it by throwing */
  workers(round: number, checkpoint: () => void): WorkerGroup;
  /** Says that this thread goes no further with a round. */
  leave(round: number): void;
  /** A call that came while an earlier round was not over; undefined = none did. */
  takeNext(): GroupMessage | undefined;
  /** Has anybody left the round? */
  isLeft(round: number): boolean;
}

/** Words that are kept for the next questions: more are asked for anew. */
const MAX_KEPT = 2 ** 22;

/**
 * Memory that one question after the other is given: memory that is asked for anew takes longer than what is done in it, and
 * shared memory is not missed by the collector of garbage for long.
 */
function createArena() {
  let kept: Uint32Array = new Uint32Array(0);
  let used = 0;
  return {
    /** All that was given is free again. */
    reset() {
      const wanted = Math.min(used, MAX_KEPT);
      if (kept.length < wanted) kept = new Uint32Array(new SharedArrayBuffer(wanted * Uint32Array.BYTES_PER_ELEMENT));
      used = 0;
    },
    words(length: number): Uint32Array {
      const from = used;
      // Even, so that numbers of 64 bits may lie there too.
      used += length + (length & 1);
      if (used > kept.length) return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
      return kept.subarray(from, from + length).fill(0);
    },
  };
}

/** Opens a thread's end. */
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
      // Of a round that was left something may still be on its way.
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
      // Never back: the others may be a round ahead.
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
      return { rank: place, size, gather, collect, words: arena.words };
    },
  };
}
