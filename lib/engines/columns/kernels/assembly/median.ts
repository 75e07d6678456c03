import { Column, numberAt, putNumber, putWord, wordAt } from "./columns";

/** Insertion sort is used up to here. */
const FEW: i32 = 24;

/** As `weightedMedianOf` of `select.ts`, step for step. */
export function weightedMedian(numbers: Column, weights: Column, count: i32, total: f64): f64 {
  const place = Math.floor((total - 1) / 2);
  let low: i32 = 0;
  let high: i32 = count - 1;
  let before: f64 = 0;
  while (high - low >= FEW) {
    const middle = split(numbers, weights, low, high);
    let there: f64 = 0;
    for (let at = low; at <= middle; at++) there += <f64>wordAt(weights, at);
    if (place < before + there) high = middle;
    else {
      before += there;
      low = middle + 1;
    }
  }
  insert(numbers, weights, low, high);
  let at = low;
  for (before += <f64>wordAt(weights, at); before <= place; before += <f64>wordAt(weights, at)) at++;
  const number = numberAt(numbers, at);
  if (Math.floor(total / 2) < before) return number;
  let next: f64 = at < high ? numberAt(numbers, at + 1) : Infinity;
  for (let behind = high + 1; behind < count; behind++) {
    if (numberAt(numbers, behind) < next) next = numberAt(numbers, behind);
  }
  return number + (next - number) / 2;
}

/** Moves numbers up to a pivot before the rest, and returns their last position. */
function split(numbers: Column, weights: Column, low: i32, high: i32): i32 {
  const pivot = numberAt(numbers, (low + high) >>> 1);
  let left = low - 1;
  let right = high + 1;
  while (true) {
    do left++;
    while (numberAt(numbers, left) < pivot);
    do right--;
    while (numberAt(numbers, right) > pivot);
    if (left >= right) return right;
    const number = numberAt(numbers, left);
    const weight = wordAt(weights, left);
    putNumber(numbers, left, numberAt(numbers, right));
    putWord(weights, left, wordAt(weights, right));
    putNumber(numbers, right, number);
    putWord(weights, right, weight);
  }
}

function insert(numbers: Column, weights: Column, low: i32, high: i32): void {
  for (let index = low + 1; index <= high; index++) {
    const number = numberAt(numbers, index);
    const weight = wordAt(weights, index);
    let at = index;
    for (; at > low && numberAt(numbers, at - 1) > number; at--) {
      putNumber(numbers, at, numberAt(numbers, at - 1));
      putWord(weights, at, wordAt(weights, at - 1));
    }
    putNumber(numbers, at, number);
    putWord(weights, at, weight);
  }
}
