import { throttled } from "../../base/errors.ts";

/** Each costs 20 to 50 µs a waking, and a connection's memory. */
export const STREAMS_OF_KEY = 100;

/** Keys' places for streams of every kind. */
export interface StreamPlaces {
  /** @throws throttled when the key has too many streams */
  require(keyId: string): void;
  /** The returned function gives the place back, and may be called twice. */
  take(keyId: string): () => void;
}

export function createStreamPlaces(): StreamPlaces {
  const taken = new Map<string, number>();
  const count = (keyId: string) => taken.get(keyId) ?? 0;
  return {
    require(keyId) {
      if (count(keyId) >= STREAMS_OF_KEY) throw throttled(10, `This key has ${STREAMS_OF_KEY} live streams.`);
    },
    take(keyId) {
      taken.set(keyId, count(keyId) + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        if (count(keyId) > 1) taken.set(keyId, count(keyId) - 1);
        else taken.delete(keyId);
      };
    },
  };
}
