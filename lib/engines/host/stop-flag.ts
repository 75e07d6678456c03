import { cancelled } from "../../base/errors.ts";

/** A shared word, by which a thread stops the work of another. */
export interface StopFlag {
  shared: SharedArrayBuffer;
  raise(): void;
}

/** Creates a flag that is down. */
export function createStopFlag(): StopFlag {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  return { shared, raise: () => void Atomics.store(new Int32Array(shared), 0, 1) };
}

/** Tells the working thread whether its work is still wanted. */
export interface StopCheck {
  /** Checks this flag from now on; null = no flag. */
  watch(shared: SharedArrayBuffer | null): void;
  /** The test returns true for unwanted work; null = no test. */
  watchTest(isUnwanted: (() => boolean) | null): void;
  /** @throws cancelled when the flag is up, or the test returns true */
  check(): void;
}

/** Creates the check of a thread that does one piece of work at a time. */
export function createStopCheck(): StopCheck {
  let flag: Int32Array | null = null;
  let test: (() => boolean) | null = null;
  return {
    watch(shared) {
      flag = shared === null ? null : new Int32Array(shared);
    },
    watchTest(isUnwanted) {
      test = isUnwanted;
    },
    check() {
      if ((flag !== null && Atomics.load(flag, 0) !== 0) || test?.() === true) throw cancelled(undefined);
    },
  };
}
