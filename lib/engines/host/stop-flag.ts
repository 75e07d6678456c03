import { cancelled } from "../../base/errors.ts";

/** A word that two threads share: how the one tells the other, while that works, to leave off. */
export interface StopFlag {
  shared: SharedArrayBuffer;
  raise(): void;
}

/** Makes a flag that is down. */
export function createStopFlag(): StopFlag {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  return { shared, raise: () => void Atomics.store(new Int32Array(shared), 0, 1) };
}

/** The other side: what is being worked on, and whether it is still wanted. */
export interface StopCheck {
  /** From now on this flag counts; null = none. */
  watch(shared: SharedArrayBuffer | null): void;
  /** The same by a test, whether it is not wanted; null = none. */
  watchTest(isUnwanted: (() => boolean) | null): void;
  /** @throws cancelled when the flag is up, or the test says so */
  check(): void;
}

/** Makes the check of a thread that does one thing at a time. */
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
