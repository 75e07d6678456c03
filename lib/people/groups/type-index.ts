import * as v from "valibot";

const MESSAGE = "Expected an index from 0 to 4.";

/** A group type's index in answers: 0 to 4. */
export const TypeIndex = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4));

/** A group type's index; number or digit text. */
export const GroupTypeIndex = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d$/, MESSAGE), v.transform(Number))], MESSAGE),
  v.check((index) => Number.isInteger(index) && index >= 0 && index <= 4, MESSAGE),
);
