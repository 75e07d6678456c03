/** The steps that a row may be, by its value. */
export interface ValueSteps {
  /** How many steps there are. */
  count: number;
  /** The value's only step; −1 = it has none, −2 = several. */
  only: Int16Array;
  /** The steps of value v: `list[offsets[v]]` to `list[offsets[v + 1] − 1]`, ascending. */
  list: Uint8Array;
  offsets: Uint32Array;
}

/**
 * Lists the steps of each value below `limit`. Example: value 1 may be steps 0 and 2, value 2 step 1 → only −1 −2 1,
 * list 0 2 1, offsets 0 0 2 3.
 */
export function toValueSteps(
  { limit, count }: { limit: number; count: number },
  isMeant: (value: number, step: number) => boolean,
): ValueSteps {
  const only = new Int16Array(limit).fill(-1);
  const offsets = new Uint32Array(limit + 1);
  let list = new Uint8Array(limit + count);
  let end = 0;
  for (let value = 0; value < limit; value++) {
    if (end + count > list.length) {
      const wider = new Uint8Array((end + count) * 2);
      wider.set(list);
      list = wider;
    }
    for (let step = 0; step < count; step++) if (isMeant(value, step)) list[end++] = step;
    offsets[value + 1] = end;
    const found = end - offsets[value]!;
    if (found > 0) only[value] = found === 1 ? list[end - 1]! : -2;
  }
  return { count, only, list, offsets };
}

/** A byte for each value: 1 = it may be the step. */
export function valuesOf({ list, offsets }: ValueSteps, step: number): Uint8Array {
  const values = new Uint8Array(offsets.length - 1);
  for (let value = 0; value < values.length; value++) {
    for (let at = offsets[value]!; at < offsets[value + 1]!; at++) if (list[at] === step) values[value] = 1;
  }
  return values;
}

/** The steps without the steps before `first`. */
export function laterSteps(steps: ValueSteps, first: number): ValueSteps {
  const { count, only } = steps;
  const { table, shift } = toStepTable(steps);
  return toValueSteps(
    { limit: only.length, count },
    (value, step) => step >= first && table[(value << shift) | step] === 1,
  );
}

/** 1 = `table[(value << shift) | step]`: the value may be the step. */
export function toStepTable({ count, list, offsets, only }: ValueSteps): { table: Uint8Array; shift: number } {
  const shift = 32 - Math.clz32(count);
  const table = new Uint8Array(only.length << shift);
  for (let value = 0; value < only.length; value++) {
    for (let at = offsets[value]!; at < offsets[value + 1]!; at++) table[(value << shift) | list[at]!] = 1;
  }
  return { table, shift };
}

/** The steps that rows of one moment may be. */
export class MomentSteps {
  /** The steps that `drain` wrote, from the last to the first. */
  readonly steps: Uint8Array;
  readonly #list: Uint8Array;
  readonly #offsets: Uint32Array;
  /** A bit for each marked step. */
  readonly #marks: Uint32Array;

  constructor({ count, list, offsets }: ValueSteps) {
    this.steps = new Uint8Array(count);
    this.#list = list;
    this.#offsets = offsets;
    this.#marks = new Uint32Array((count >>> 5) + 1);
  }

  /** Marks the steps of a value. */
  add(value: number): void {
    const end = this.#offsets[value + 1]!;
    for (let at = this.#offsets[value]!; at < end; at++) {
      const step = this.#list[at]!;
      this.#marks[step >>> 5]! |= 1 << (step & 31);
    }
  }

  /** Writes the marked steps into `steps`, the last step first, clears the marks, and returns the count. */
  drain(): number {
    let count = 0;
    for (let word = this.#marks.length - 1; word >= 0; word--) {
      let bits = this.#marks[word]!;
      this.#marks[word] = 0;
      while (bits !== 0) {
        const bit = 31 - Math.clz32(bits);
        this.steps[count++] = word * 32 + bit;
        bits &= ~(1 << bit);
      }
    }
    return count;
  }
}
