import { setTimeout } from "../../base/platform.ts";

/** A place in a line. */
export interface Place {
  isFirst(): boolean;
  /** Leaves the line; after the first one has left, the next waits for as long. @param restMs at most a timer's longest time */
  leave(restMs: number): void;
}

/** A line of questions that are asked one after the other, with rests in which the engine is free for other questions. */
export interface Line {
  /** @param onFirst called when those before have left */
  join(onFirst: () => void): Place;
}

export function createLine(): Line {
  const places: (() => void)[] = [];
  let isResting = false;
  const goOn = () => {
    isResting = false;
    places[0]?.();
  };
  return {
    join(onFirst) {
      // A function for each waiter, so that it is found among the others.
      const own = () => onFirst();
      places.push(own);
      const isFirst = () => places[0] === own && !isResting;
      return {
        isFirst,
        leave(restMs) {
          const wasFirst = isFirst();
          const at = places.indexOf(own);
          if (at >= 0) places.splice(at, 1);
          if (!wasFirst) return;
          isResting = true;
          setTimeout(goOn, restMs).unref();
        },
      };
    },
  };
}
