import * as v from "valibot";
import { Count, Link } from "../../base/answer-scalars.ts";

/** The contract's list envelope around rows of a shape, with the row's examples in it. */
export function envelope(row: v.GenericSchema) {
  return v.pipe(
    v.object({ next: Link, previous: Link, count: Count, results: v.array(row) }),
    v.examples([{ next: null, previous: null, count: 1, results: firstExample(row) }]),
  );
}

/** A bare list of rows of a shape, with the row's examples in it. */
export function list(row: v.GenericSchema) {
  return v.pipe(v.array(row), v.examples([firstExample(row)]));
}

function firstExample(row: v.GenericSchema): unknown[] {
  return v.getExamples(row).slice(0, 1);
}
