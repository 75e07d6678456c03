import { addSets, UNKNOWN_SET } from "../kernels/add-sets.ts";
import type { KnownSets } from "../kernels/add-sets.ts";
import type { Segment } from "../log/segment.ts";
import type { Mask } from "../scan/mask.ts";
import type { NameTest } from "../scan/scan.ts";
import type { SelectionSets } from "./selection-sets.ts";

/** Masks that are tested together: one byte holds their results for a row. */
const GROUP_SIZE = 8;

/** The selections that match the rows of one event name. */
export interface NameSets {
  /** Positions of all selections that may match. */
  places: number[];
  /** The set of all rows; null = it depends on the row. */
  value: number | null;
  /** Returns the set of each of the rows `start` to `end − 1` of a segment. */
  read(segment: Segment, start: number, end: number): number | Uint32Array;
}

/** Prepares to find, for each event name, the sets of selections that match its rows. */
export function compileRowSets(tests: readonly NameTest[], sets: SelectionSets): (nameId: number) => NameSets {
  const known = new Map<number, NameSets>();
  return (nameId) => {
    const found = known.get(nameId) ?? toNameSets(tests, sets, nameId);
    known.set(nameId, found);
    return found;
  };
}

function toNameSets(tests: readonly NameTest[], sets: SelectionSets, nameId: number): NameSets {
  const always: number[] = [];
  const masked: { place: number; mask: Mask }[] = [];
  for (const [place, maskOf] of tests.entries()) {
    const mask = maskOf(nameId);
    if (mask === null) always.push(place);
    else if (mask !== undefined) masked.push({ place, mask });
  }
  const places = [...always, ...masked.map(({ place }) => place)];
  const common = sets.add(0, always);
  if (masked.length === 0) return { places, value: common, read: () => common };
  const groups = Array.from({ length: Math.ceil(masked.length / GROUP_SIZE) }, (_, index) =>
    toGroup(sets, common, masked.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE)),
  );
  return {
    places,
    value: null,
    read(segment, start, end) {
      const values = new Uint32Array(end - start).fill(common);
      for (const { masks, known } of groups) addSets(values, readBits(masks, segment, start, end), known);
      return values;
    },
  };
}

interface MaskGroup {
  masks: Mask[];
  known: KnownSets;
}

function toGroup(sets: SelectionSets, common: number, masked: { place: number; mask: Mask }[]): MaskGroup {
  const add = (set: number, bits: number) =>
    sets.add(
      set,
      masked.flatMap(({ place }, at) => (((bits >>> at) & 1) === 1 ? [place] : [])),
    );
  const ofCommon = new Uint32Array(2 ** masked.length).fill(UNKNOWN_SET);
  return { masks: masked.map(({ mask }) => mask), known: { common, ofCommon, others: new Map(), add } };
}

/** A byte for each row: bit k = it passes mask k. */
function readBits(masks: Mask[], segment: Segment, start: number, end: number): Uint8Array {
  const [first, ...others] = masks.map((mask) => mask(segment, start, end));
  const bits = first!;
  for (const [index, passes] of others.entries()) {
    for (let row = 0; row < bits.length; row++) bits[row]! |= passes[row]! << (index + 1);
  }
  return bits;
}
