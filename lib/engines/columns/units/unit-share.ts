import type { Crew } from "../crew/crew.ts";

/** Actors are taken in stretches of 2 to the power of it, so that two threads seldom read the same piece of memory. */
const STRETCH_BITS = 6;

/** By stretch of actors: the place + 1 of the thread that took it; 0 = nobody did yet. All of a crew see it. */
export type Owners = Int32Array;

/** Makes the owners of actors below a limit. */
export function createOwners(crew: Crew, actorLimit: number): Owners {
  const { buffer, byteOffset, length } = crew.words((actorLimit >>> STRETCH_BITS) + 1);
  return new Int32Array(buffer, byteOffset, length);
}

/**
 * Those of the actors that a thread of a crew looks at. Whoever comes to a stretch of them first takes it, for all of the
 * question: so threads are done at the same time, however fast each is.
 */
export class UnitShare {
  readonly #owners: Owners;
  readonly #mark: number;
  #stretch = -1;
  #isOwn = false;

  constructor(owners: Owners, place: number) {
    this.#owners = owners;
    this.#mark = place + 1;
  }

  /** Is an actor one of the share? Takes those that are nobody's yet. */
  has(actor: number): boolean {
    const stretch = actor >>> STRETCH_BITS;
    if (stretch !== this.#stretch) {
      const owner = Atomics.compareExchange(this.#owners, stretch, 0, this.#mark);
      this.#isOwn = owner === 0 || owner === this.#mark;
      this.#stretch = stretch;
    }
    return this.#isOwn;
  }
}
