import { didYouMean } from "../../lib/base/nearest.ts";

/**
 * Refuses an object with a field that a call does not know: an assertion without the part that was meant could pass.
 * @param call the call's name, for the message. @param known its fields
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

/** Refuses an argument in the wrong place. @throws TypeError with the form of the call */
export function requireArguments(isRight: boolean, form: string): void {
  if (!isRight) throw new TypeError(`Expected ${form}.`);
}
