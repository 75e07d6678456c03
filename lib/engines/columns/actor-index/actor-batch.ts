import type { Stretches } from "../kernels/gather-rows.ts";
import type { ActorShare } from "../entities/actor-share.ts";
import type { Arena } from "../log/arena.ts";
import type { IdsByActor } from "./ids-by-actor.ts";

/** Rows gathered at once, to fit the caches of a core. */
const BATCH_ROWS = 4096;

/** Distinct ids gathered at once, unless one stretch of actors has more. */
const BATCH_IDS = 512;

/** Actors whose rows are gathered at once; an actor with several ids occurs once for each. */
export interface ActorBatch extends Stretches {
  actors: Uint32Array;
  total: number;
}

export class ActorBatches {
  readonly batch: ActorBatch;
  /** Rows that fit nearly every batch. */
  readonly usualRows: number;
  readonly #arena: Arena;
  readonly #ids: IdsByActor;
  readonly #share: ActorShare | null;
  #stretch = 0;

  constructor(arena: Arena, ids: IdsByActor, share: ActorShare | null) {
    this.#arena = arena;
    this.#ids = ids;
    this.#share = share;
    this.usualRows = 2 * BATCH_ROWS + Math.min(MOST_ROWS, mostOf(ids.rows));
    const words = () => arena.takeForKernels(Uint32Array, BATCH_IDS);
    this.batch = { actors: words(), stretches: words(), ends: words(), count: 0, total: 0 };
  }

  /** Takes the next actors: whole stretches of them. @returns false = there are none */
  next(): boolean {
    const { batch } = this;
    const { starts, rows } = this.#ids;
    batch.count = 0;
    batch.total = 0;
    for (; this.#stretch < rows.length; this.#stretch++) {
      const stretch = this.#stretch;
      const from = starts[stretch]!;
      const until = starts[stretch + 1]!;
      if (from === until) continue;
      const isFull = batch.total + rows[stretch]! > BATCH_ROWS || batch.count + until - from > BATCH_IDS;
      if (batch.count > 0 && isFull) return true;
      if (this.#share === null || this.#share.takes(stretch)) this.#add(from, until, rows[stretch]!);
    }
    return batch.count > 0;
  }

  #add(from: number, until: number, rows: number): void {
    const { batch } = this;
    if (batch.count + until - from > batch.actors.length) this.#widen(until - from);
    batch.actors.set(this.#ids.actors.subarray(from, until), batch.count);
    batch.stretches.set(this.#ids.places.subarray(from, until), batch.count);
    batch.count += until - from;
    batch.total += rows;
  }

  /** Makes room for a stretch with very many ids. */
  #widen(length: number): void {
    const words = () => this.#arena.takeForKernels(Uint32Array, length);
    Object.assign(this.batch, { actors: words(), stretches: words(), ends: words() });
  }
}

/** Most rows of a stretch that lie where compiled kernels see them: 16 bytes each. */
const MOST_ROWS = 65_536;

function mostOf(numbers: Uint32Array): number {
  let most = 0;
  for (const number of numbers) if (number > most) most = number;
  return most;
}
