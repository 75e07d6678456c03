import { distance } from "fastest-levenshtein";

/** Most letters that a misspelt name differs in. */
const MOST_WRONG = 3;

/**
 * Refuses an object with a field that a call does not know: an assertion without the part that was meant could pass.
 * @param call the call's name, for the message. @param known its fields
 * @throws TypeError naming the field and the known fields, the nearest first
 */
export function requireFields(call: string, given: object, known: readonly string[]): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || known.includes(name)) continue;
    const [near = ""] = known.toSorted((a, b) => distance(name, a) - distance(name, b));
    const hint = distance(name, near) <= MOST_WRONG ? ` Did you mean ${near}?` : "";
    throw new TypeError(`${call}: unknown field ${name}.${hint} The fields are ${known.join(", ")}.`);
  }
}

/** Refuses an argument in the wrong place. @throws TypeError with the form of the call */
export function requireArguments(isRight: boolean, form: string): void {
  if (!isRight) throw new TypeError(`Expected ${form}.`);
}
