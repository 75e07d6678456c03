import { didYouMean } from "../../lib/base/nearest.ts";

/**
 * Refuses unknown fields: an assertion that lost its condition could pass, and a fault without its field is another.
 * @param call its name, for the message. @param known its fields
 * @throws TypeError naming the field and the known fields
 */
export function requireFields(call: string, given: object, known: readonly string[]): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || known.includes(name)) continue;
    throw new TypeError(
      `${call}: unknown field ${name}.${didYouMean(name, known)} The fields are ${known.join(", ")}.`,
    );
  }
}

/** @throws TypeError with the form of the call */
export function requireArguments(isRight: boolean, form: string): void {
  if (!isRight) throw new TypeError(`Expected ${form}.`);
}
