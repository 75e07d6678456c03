import type { WorkerGroup } from "../group/worker-group.ts";

/** Actors are taken in stretches of 2^STRETCH_BITS, so that two threads rarely read the same cache line. */
export const STRETCH_BITS = 6;

/** For each stretch of actors, 1 + the rank of the thread that took it; 0 = free. All threads of a worker group share it. */
export type Owners = Int32Array;

/** The owner of a stretch that no thread takes. */
const NOBODY = -1;

/**
 * A rehearsal reads one of this many stretches: some ten thousand actors of half a million, which V8 needs before it
 * compiles their reader. Fewer stretches leave more compiling to the next question.
 */
const REHEARSED = 8;

/** Creates the owners of actors below a limit. @param isRehearsal only some of the actors count */
export function createOwners(workers: WorkerGroup, actorLimit: number, isRehearsal = false): Owners {
  const { buffer, byteOffset, length } = workers.words((actorLimit >>> STRETCH_BITS) + 1);
  const owners = new Int32Array(buffer, byteOffset, length);
  if (isRehearsal)
    for (let stretch = 0; stretch < length; stretch++) if (stretch % REHEARSED > 0) owners[stretch] = NOBODY;
  return owners;
}

/**
 * The actors of one thread of a worker group. The first thread that reaches a stretch takes it, so that all threads
 * finish at the same time.
 */
export class ActorShare {
  readonly #owners: Owners;
  readonly #mark: number;
  #stretch = -1;
  #isOwn = false;

  constructor(owners: Owners, place: number) {
    this.#owners = owners;
    this.#mark = place + 1;
  }

  /** Is an actor in the share? Takes free stretches. */
  has(actor: number): boolean {
    return this.takes(actor >>> STRETCH_BITS);
  }

  /** Takes the stretch if it is free. */
  takes(stretch: number): boolean {
    if (stretch !== this.#stretch) {
      const owner = Atomics.compareExchange(this.#owners, stretch, 0, this.#mark);
      this.#isOwn = owner === 0 || owner === this.#mark;
      this.#stretch = stretch;
    }
    return this.#isOwn;
  }
}
