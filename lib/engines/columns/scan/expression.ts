import type { ExpressionContext, ExpressionInput } from "../../../events/expression-context.ts";
import { propertyText, storedValue } from "../../../events/filters/index.ts";
import type { Json } from "../../../events/filters/index.ts";
import type { Evaluate } from "../../../hogql/index.ts";
import { internal } from "../../../base/errors.ts";
import type { Execution } from "../execution.ts";
import type { CodedColumn, PropertyColumn, Segment } from "../log/segment.ts";
import { compileMetadata } from "./metadata.ts";
import { compileTable } from "./value-table.ts";

/** An expression in a plan. */
interface Expression {
  key: string;
  context?: ExpressionContext | undefined;
}

/** The results of an expression, as numbers that its user gives to them. */
export interface ExpressionNumbers {
  /** The number of each of the rows `start` to `end − 1`. */
  of(segment: Segment, start: number, end: number): Uint32Array;
  /** A code for each row of a segment and a number for each code; absent = the expression reads more than one property of events. */
  coded?(segment: Segment): { codes: CodedColumn["codes"]; table: Uint32Array };
}

/**
 * Compiles an expression over columns. Each distinct combination of what it reads is evaluated once.
 * @param use how its value is read
 * @param numberOf the number of a result
 */
export function compileExpression(
  { key, context }: Expression,
  use: "condition" | "text",
  execution: Execution,
  numberOf: (result: string | number | null) => number,
): ExpressionNumbers {
  if (context === undefined) throw internal(new Error("The plan does not say what its expression reads."));
  const evaluate = execution.evaluator().open(key, use, context);
  const [first, ...more] = context.inputs;
  if (first?.of === "event" && more.length === 0) return ofProperty(first.key, (value) => numberOf(evaluate([value])));
  return ofRows(context.inputs, evaluate, execution, numberOf);
}

function ofProperty(key: string, numberOf: (value: Json | undefined) => number): ExpressionNumbers {
  const tableOf = compileTable(Uint32Array, numberOf);
  const coded = (segment: Segment) => {
    const column = segment.property(key);
    return { codes: column.codes, table: tableOf(column) };
  };
  return {
    coded,
    of(segment, start, end) {
      const { codes, table } = coded(segment);
      const numbers = new Uint32Array(end - start);
      for (let row = start; row < end; row++) numbers[row - start] = table[codes[row]!]!;
      return numbers;
    },
  };
}

/** A value that is read of each row: a number for each distinct value, and the value of a number. */
interface Reading {
  of(segment: Segment, start: number, end: number): Uint32Array;
  valueOf(number: number): unknown;
}

/** Rows after which a question looks whether it is still wanted: at most 7 ms of evaluations. */
const CHECKED = 1024;

/** Numbers of a reading's values: two of them form a number that a double holds. */
const PAIR = 2 ** 26;

/** Combinations after which all are forgotten, before the next rows: each takes some 100 bytes. */
const MOST_KNOWN = 2 ** 16;

function ofRows(
  inputs: readonly ExpressionInput[],
  evaluate: Evaluate,
  execution: Execution,
  numberOf: (result: string | number | null) => number,
): ExpressionNumbers {
  const open = () => inputs.map((input) => toReading(input, execution)).reduce(pair, NOTHING_READ);
  let all = open();
  let known: (number | undefined)[] = [];
  return {
    of(segment, start, end) {
      // So many different values come back too seldom to be remembered.
      if (known.length > MOST_KNOWN) [all, known] = [open(), []];
      const numbers = all.of(segment, start, end);
      for (let row = 0; row < numbers.length; row++) {
        if (row % CHECKED === 0) execution.checkpoint();
        const number = numbers[row]!;
        numbers[row] = known[number] ??= numberOf(evaluate(all.valueOf(number) as unknown[]));
      }
      return numbers;
    },
  };
}

const NOTHING_READ: Reading = { of: (_, start, end) => new Uint32Array(end - start), valueOf: () => [] };

/** The values of two readings together, as a list. */
function pair(left: Reading, right: Reading): Reading {
  const numbers = new Map<number, number>();
  const values: number[] = [];
  return {
    of(segment, start, end) {
      const [lefts, rights] = [left.of(segment, start, end), right.of(segment, start, end)];
      const paired = new Uint32Array(lefts.length);
      for (let row = 0; row < paired.length; row++) {
        const both = lefts[row]! * PAIR + rights[row]!;
        let number = numbers.get(both);
        if (number === undefined) numbers.set(both, (number = values.push(both) - 1));
        paired[row] = number;
      }
      return paired;
    },
    valueOf(number) {
      const both = values[number]!;
      return [...(left.valueOf(Math.floor(both / PAIR)) as unknown[]), right.valueOf(both % PAIR)];
    },
  };
}

/** Distinct values with numbers, in the order of their appearance. */
function distinct<T>() {
  const numbers = new Map<T, number>();
  const values: T[] = [];
  return {
    values,
    numberOf(value: T): number {
      let number = numbers.get(value);
      if (number === undefined) numbers.set(value, (number = values.push(value) - 1));
      return number;
    },
  };
}

function toReading(input: ExpressionInput, execution: Execution): Reading {
  switch (input.of) {
    case "event":
      return ofColumn(
        (segment) => segment.property(input.key),
        (value) => value,
      );
    case "group":
      return ofColumn(
        (segment) => segment.property(`$group_${input.groupTypeIndex}`),
        (value) => storedValue(execution.groupProperties(input.groupTypeIndex, propertyText(value)), input.key),
      );
    case "person":
      return ofPersons(input.key, execution);
    case "column":
      return ofMetadata(input.key, execution);
  }
}

/** JSON tells values of different types apart. */
function ofColumn(
  columnOf: (segment: Segment) => PropertyColumn,
  toValue: (value: Json | undefined) => Json | undefined,
): Reading {
  const known = distinct<string>();
  const tableOf = compileTable(Uint32Array, (value) => known.numberOf(JSON.stringify(toValue(value)) ?? ""));
  return {
    of(segment, start, end) {
      const column = columnOf(segment);
      const table = tableOf(column);
      const numbers = new Uint32Array(end - start);
      for (let row = start; row < end; row++) numbers[row - start] = table[column.codes[row]!]!;
      return numbers;
    },
    valueOf: (number) => parseKnown(known.values[number]!),
  };
}

function parseKnown(text: string): unknown {
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}

function ofPersons(key: string, { people, personColumn }: Execution): Reading {
  let column: ReturnType<typeof personColumn> | undefined;
  return {
    of(segment, start, end) {
      column ??= personColumn(key);
      const { codes } = column;
      const actors = segment.actors(people, start, end);
      const numbers = new Uint32Array(end - start);
      for (let row = start; row < end; row++) {
        const actor = actors[row]!;
        // Actors without a person have the value of a person without properties.
        numbers[row - start] = actor > 0 && actor < people.personLimit && actor < codes.length ? codes[actor]! : 0;
      }
      return numbers;
    },
    valueOf: (number) => column?.values[number],
  };
}

function ofMetadata(key: Extract<ExpressionInput, { of: "column" }>["key"], execution: Execution): Reading {
  const known = distinct<string | number | null>();
  if (key !== "timestamp") {
    return {
      of: compileMetadata(key, execution, (value) => known.numberOf(value)),
      valueOf: (number) => known.values[number],
    };
  }
  return {
    of(segment, start, end) {
      const { times } = segment.core();
      return Uint32Array.from({ length: end - start }, (_, row) => known.numberOf(segment.minMs + times[start + row]!));
    },
    valueOf: (number) => known.values[number],
  };
}
