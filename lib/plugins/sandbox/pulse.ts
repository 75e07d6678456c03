/** A thread shares numbers with its supervisor while it does not return from the plugin's code. */
export function createPulse(): SharedArrayBuffer {
  return new SharedArrayBuffer(5 * Int32Array.BYTES_PER_ELEMENT);
}

const IS_INSIDE = 0;
const BEATS = 1;
const CALL = 2;
const DONE = 3;
const TAKEN = 4;

/** The thread's side. */
export function openPulse(buffer: SharedArrayBuffer) {
  const state = new Int32Array(buffer);
  const beat = (call: number, done: number) => {
    Atomics.store(state, CALL, call);
    Atomics.store(state, DONE, done);
    Atomics.add(state, BEATS, 1);
  };
  return {
    /** The thread works on a call with `done` finished events. */
    beat,
    enter(call: number, done: number) {
      beat(call, done);
      Atomics.store(state, IS_INSIDE, 1);
    },
    /** Characters of answers passed to the guest. */
    took: (chars: number) => void Atomics.add(state, TAKEN, chars),
    leave: () => void Atomics.store(state, IS_INSIDE, 0),
  };
}

/** The values that the supervisor reads. */
export interface Pulse {
  /** Changes when anything begins. */
  beats: number;
  call: number;
  done: number;
}

/** Characters of received answers, modulo 2^32. */
export function readTaken(buffer: SharedArrayBuffer): number {
  return Atomics.load(new Int32Array(buffer), TAKEN);
}

/** Null = the thread is not in the plugin's code. */
export function readPulse(buffer: SharedArrayBuffer): Pulse | null {
  const state = new Int32Array(buffer);
  if (Atomics.load(state, IS_INSIDE) === 0) return null;
  return { beats: Atomics.load(state, BEATS), call: Atomics.load(state, CALL), done: Atomics.load(state, DONE) };
}
