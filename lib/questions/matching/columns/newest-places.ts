import type { Matching } from "../../../log/list/index.ts";

/** An event, by its place in the log. */
interface Place {
  timestamp: number;
  seq: number;
}

/** The newest of many events; at equal times, the last to arrive are the newest. */
export class NewestPlaces {
  readonly #most: number;
  #places: Place[] = [];
  /** No earlier event is among the newest. */
  #earliest = -Infinity;

  constructor(most: number) {
    this.#most = most;
  }

  /** False = the event is not among the newest, whatever its `seq`. */
  mayTake(timestamp: number): boolean {
    return timestamp >= this.#earliest;
  }

  add(timestamp: number, seq: number): void {
    this.#places.push({ timestamp, seq });
    // A larger reserve means fewer sorts and more memory.
    if (this.#places.length >= 2 * this.#most + 1000) this.#cut();
  }

  #cut(): void {
    this.#places = this.#places.toSorted((a, b) => b.timestamp - a.timestamp || b.seq - a.seq).slice(0, this.#most);
    if (this.#places.length === this.#most) this.#earliest = this.#places.at(-1)?.timestamp ?? Infinity;
  }

  /** The newest first. */
  toColumns(): Pick<Matching, "seqs" | "times"> {
    this.#cut();
    return {
      seqs: Float64Array.from(this.#places, ({ seq }) => seq),
      times: Float64Array.from(this.#places, ({ timestamp }) => timestamp),
    };
  }
}
