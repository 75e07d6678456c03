import * as v from "valibot";
import { Count, Link } from "../../base/answer-scalars.ts";

/** The contract's list envelope around rows of a shape, with the row's examples in it. */
export function envelope<const Row extends v.GenericSchema>(row: Row) {
  return v.pipe(
    v.object({ count: Count, next: Link, previous: Link, results: v.array(row) }),
    v.examples([{ count: 1, next: null, previous: null, results: firstExample(row) }]),
  );
}

/** A bare list of rows of a shape, with the row's examples in it. */
export function list<const Row extends v.GenericSchema>(row: Row) {
  return v.pipe(v.array(row), v.examples([firstExample(row)]));
}

function firstExample<Row extends v.GenericSchema>(row: Row): v.InferOutput<Row>[] {
  return v.getExamples(row).slice(0, 1);
}
