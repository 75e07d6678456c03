import type { ExpressionContext, ExpressionInput } from "../../../events/expression-context.ts";
import type { EvaluateAll } from "../../../hogql/index.ts";
import { internal, invalid } from "../../../base/errors.ts";
import type { Execution } from "../execution.ts";
import { byCodes } from "./by-code.ts";
import type { NumbersByCode } from "./by-code.ts";
import { readInputs } from "./expression-inputs.ts";
import type { Reading } from "./expression-inputs.ts";

interface Expression {
  key: string;
  context?: ExpressionContext | undefined;
}

/** Results as the user's numbers; `coded` is absent where more than one event property is read. */
export type ExpressionNumbers = Pick<NumbersByCode, "of"> & Partial<NumbersByCode>;

/**
 * Compiles an expression over columns. Each distinct combination of inputs is evaluated once.
 * @param use how its value is read
 * @param numberOf numbers a result
 */
export function compileExpression(
  { key, context: known }: Expression,
  use: "condition" | "text",
  execution: Execution,
  numberOf: (result: string | number | null) => number,
): ExpressionNumbers {
  const context = requireContext(known);
  const evaluate = execution.evaluator().openAll(key, use, context, execution.spent);
  const [first, ...more] = context.inputs;
  if (first?.of === "event" && more.length === 0) {
    return byCodes(first.key, (values) => evaluate(checked(values, (value) => [value], execution)).map(numberOf));
  }
  return ofRows(context.inputs, evaluate, execution, numberOf);
}

function requireContext(context: ExpressionContext | undefined): ExpressionContext {
  if (context === undefined) throw internal(new Error("The plan does not say what its expression reads."));
  return context;
}

/** An expression of aggregates over many rows. */
export interface Total {
  /** Numbers what the expression reads of each of the rows `start` to `end − 1`. */
  of: Reading["of"];
  /** The expression's value over rows with these numbers. */
  value(numbers: Uint32Array): number;
}

/** Distinct input combinations that a total remembers: some 100 bytes each. */
const MOST_READ = 2 ** 20;

/** Compiles an expression of aggregates. */
export function compileTotal({ key, context: known }: Expression, execution: Execution): Total {
  const context = requireContext(known);
  const total = execution.evaluator().openTotal(key, context, execution.spent);
  const all = readInputs(context.inputs, execution);
  const eventsOf = (numbers: Uint32Array) => checked(numbers, all.valuesOf, execution);
  return {
    of(segment, start, end) {
      if (all.limit() <= MOST_READ) return all.of(segment, start, end);
      throw invalid(null, `This reads more than ${MOST_READ} different events: ask in SQL (in: ${key.slice(0, 200)})`);
    },
    value(numbers) {
      if (!total.takesTimes) return total.of(eventsOf(numbers));
      const { different, times } = tallyOf(numbers, all.limit());
      return total.of(eventsOf(different), times);
    },
  };
}

/** The distinct numbers in order of appearance, and the count of each. */
function tallyOf(numbers: Uint32Array, limit: number): { different: Uint32Array; times: Uint32Array } {
  const counts = new Uint32Array(limit);
  const different: number[] = [];
  for (const number of numbers) if (counts[number]!++ === 0) different.push(number);
  return { different: Uint32Array.from(different), times: Uint32Array.from(different, (number) => counts[number]!) };
}

/** The inputs of each item. The question may end between two items. */
function* checked<Item>(
  items: Iterable<Item>,
  valuesOf: (item: Item) => readonly unknown[],
  execution: Execution,
): Generator<readonly unknown[]> {
  let count = 0;
  for (const item of items) {
    if (count++ % CHECKED === 0) execution.checkpoint();
    yield valuesOf(item);
  }
}

/** Rows between two looks whether the question is still wanted: at most 7 ms. */
const CHECKED = 1024;

/** Remembered combinations, some 100 bytes each; beyond, all are forgotten. */
const MOST_KNOWN = 2 ** 16;

function ofRows(
  inputs: readonly ExpressionInput[],
  evaluate: EvaluateAll,
  execution: Execution,
  numberOf: (result: string | number | null) => number,
): ExpressionNumbers {
  const open = () => readInputs(inputs, execution);
  let all = open();
  // A result's number + 1; 0 = not known.
  let known = new Uint32Array(0);
  let count = 0;
  return {
    of(segment, start, end) {
      // This many different values rarely come back.
      if (count > MOST_KNOWN) [all, known, count] = [open(), new Uint32Array(0), 0];
      const numbers = all.of(segment, start, end);
      if (known.length < all.limit()) {
        const before = known;
        known = new Uint32Array(2 * all.limit());
        known.set(before);
      }
      const unknown: number[] = [];
      // Any number but 0 marks one until its result is there.
      for (const number of numbers) if (known[number] === 0) known[number] = unknown.push(number);
      const results = evaluate(checked(unknown, all.valuesOf, execution));
      for (const [place, number] of unknown.entries()) known[number] = numberOf(results[place] ?? null) + 1;
      count += unknown.length;
      return numbers.map((number) => known[number]! - 1);
    },
  };
}
