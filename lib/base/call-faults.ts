import type { BaseIssue } from "valibot";
import { misconfigured } from "./errors.ts";
import type { HogletError } from "./errors.ts";
import { isFields } from "./fields.ts";
import { didYouMean } from "./nearest.ts";

/** @param wanted a noun and an example @throws misconfigured for anything but a function */
export function requireFunction(of: string, given: unknown, wanted: string): void {
  if (typeof given === "function") return;
  throw misconfigured(null, `${of} expects ${wanted}, but received ${isFields(given) ? "an object" : toText(given)}.`);
}

/**
 * Checks the hoglet that a function is about.
 * @param of the function as its callers write it @param needs a member of the handle that it uses
 * @throws misconfigured, also for the promise that `createHoglet` returns
 */
export function requireHoglet(of: string, given: unknown, needs: string): void {
  if (isFields(given) && needs in given) return;
  // An object may be cyclic, or hold keys.
  const what = given instanceof Promise ? "a promise" : isFields(given) ? "another object" : toText(given);
  throw misconfigured(null, `${of} expects a hoglet, as from await createHoglet(), but received ${what}.`);
}

/** @param example options as code @throws misconfigured for options that are no object */
export function requireOptions(of: string, given: unknown, example: string): void {
  if (isFields(given)) return;
  throw misconfigured(null, `${of} expects an object of options, such as ${example}, but received ${toText(given)}.`);
}

/**
 * `misconfigured` for an option that a function does not have, with the nearest that it has.
 * @param known the names of its options @param meant its options by names of other libraries, in lower case
 */
export function unknownOption(
  of: string,
  name: string,
  known: readonly string[],
  meant: Readonly<Record<string, string>> = {},
): HogletError {
  const word = name.toLowerCase();
  const hint = Object.hasOwn(meant, word) ? ` Did you mean "${meant[word]}"?` : didYouMean(name, known);
  return misconfigured(name, `Unknown option "${name}" of ${of}.${hint}`);
}

/** `misconfigured` for the value of an option. @param wanted a noun, such as "true or false" */
export function wrongOption(name: string, wanted: string, value: unknown): HogletError {
  return misconfigured(name, `Expected ${wanted} but received ${toText(value)}.`);
}

/** `misconfigured` for options that a strict schema refused. @param known the names in the schema */
export function refusedOption(of: string, issue: BaseIssue<unknown>, known: readonly string[]): HogletError {
  const name = issue.path?.map((item) => String(item.key)).join("__") ?? null;
  const isUnknown = issue.type === "strict_object" && issue.expected === "never";
  return isUnknown && name !== null ? unknownOption(of, name, known) : misconfigured(name, issue.message);
}

function toText(value: unknown): string {
  return JSON.stringify(value) ?? typeof value;
}
