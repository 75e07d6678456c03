type NumberList = Uint8Array | Uint32Array | Int32Array | Float64Array;

/**
 * Copies a list of numbers to the beginning of a longer list, and returns the longer list. Call it only when a list is
 * full: the check for that stays in the loop that fills the list, so that the loop sees lists of one type.
 */
export function grown<List extends NumberList>(from: List, into: List): List {
  into.set(from);
  return into;
}
