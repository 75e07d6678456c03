import type { ExpressionContext, ExpressionInput } from "../../../events/expression-context.ts";
import { propertyText, storedValue } from "../../../events/filters/index.ts";
import type { Json } from "../../../events/filters/index.ts";
import type { Evaluate } from "../../../hogql/index.ts";
import { internal } from "../../../base/errors.ts";
import type { Execution } from "../execution.ts";
import { Interned } from "../entities/interned.ts";
import { byCode } from "./by-code.ts";
import type { NumbersByCode } from "./by-code.ts";
import { compileMetadata } from "./metadata.ts";
import { NO_VALUES, pair } from "./numbered.ts";
import type { Numbered } from "./numbered.ts";

/** An expression in a plan. */
interface Expression {
  key: string;
  context?: ExpressionContext | undefined;
}

/** The results of an expression, as numbers that its user gives to them; `coded` is absent where it reads more than one property of events. */
export type ExpressionNumbers = Pick<NumbersByCode, "of"> & Partial<NumbersByCode>;

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
  if (first?.of === "event" && more.length === 0) return byCode(first.key, (value) => numberOf(evaluate([value])));
  return ofRows(context.inputs, evaluate, execution, numberOf);
}

/** A value that is read of each row. */
type Reading = Numbered<unknown>;

/** Rows after which a question looks whether it is still wanted: at most 7 ms of evaluations. */
const CHECKED = 1024;

/** Combinations after which all are forgotten, before the next rows: each takes some 100 bytes. */
const MOST_KNOWN = 2 ** 16;

function ofRows(
  inputs: readonly ExpressionInput[],
  evaluate: Evaluate,
  execution: Execution,
  numberOf: (result: string | number | null) => number,
): ExpressionNumbers {
  const open = () => inputs.map((input) => toReading(input, execution)).reduce<Reading>(pair, NO_VALUES);
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
        numbers[row] = known[number] ??= numberOf(evaluate(all.valuesOf(number)));
      }
      return numbers;
    },
  };
}

function toReading(input: ExpressionInput, execution: Execution): Reading {
  switch (input.of) {
    case "event":
      return ofColumn(input.key, (value) => value);
    case "group":
      return ofColumn(`$group_${input.groupTypeIndex}`, (value) =>
        storedValue(execution.groupProperties(input.groupTypeIndex, propertyText(value)), input.key),
      );
    case "person":
      return ofPersons(input.key, execution);
    case "column":
      return ofMetadata(input.key, execution);
  }
}

/** JSON tells values of different types apart. */
function ofColumn(key: string, toValue: (value: Json | undefined) => Json | undefined): Reading {
  const known = new Interned<string>();
  return {
    ...byCode(key, (value) => known.numberOf(JSON.stringify(toValue(value)) ?? "")),
    limit: () => known.size,
    valuesOf: (number) => [parseKnown(known.values[number]!)],
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
    limit: () => column?.values.length ?? 0,
    valuesOf: (number) => [column?.values[number]],
  };
}

function ofMetadata(key: Extract<ExpressionInput, { of: "column" }>["key"], execution: Execution): Reading {
  const known = new Interned<string | number | null>();
  const values = { limit: () => known.size, valuesOf: (number: number) => [known.values[number]] };
  if (key !== "timestamp") {
    return {
      ...values,
      of: compileMetadata(key, execution, (value) => known.numberOf(value)),
    };
  }
  return {
    ...values,
    of(segment, start, end) {
      const { times } = segment.core();
      return Uint32Array.from({ length: end - start }, (_, row) => known.numberOf(segment.minMs + times[start + row]!));
    },
  };
}
