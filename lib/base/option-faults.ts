import type { BaseIssue } from "valibot";
import { misconfigured } from "./errors.ts";
import type { HogletError } from "./errors.ts";
import { didYouMean } from "./nearest.ts";

/**
 * `misconfigured` for an option that a function does not have, with the nearest that it has.
 * @param of the function as its callers write it @param known the names of its options
 * @param meant its options by names that other libraries give them, such as `path` for `file`
 */
export function unknownOption(
  of: string,
  name: string,
  known: readonly string[],
  meant: ReadonlyMap<string, string> = new Map(),
): HogletError {
  const other = meant.get(name.toLowerCase());
  const hint = other === undefined ? didYouMean(name, known) : ` Did you mean "${other}"?`;
  return misconfigured(name, `Unknown option "${name}" of ${of}.${hint}`);
}

/** `misconfigured` for the value of an option. @param wanted a noun, such as "true or false" */
export function wrongOption(name: string, wanted: string, value: unknown): HogletError {
  return misconfigured(name, `Expected ${wanted} but received ${JSON.stringify(value) ?? typeof value}.`);
}

/** `misconfigured` for options that a strict schema refused. @param known the names in the schema */
export function refusedOption(of: string, issue: BaseIssue<unknown>, known: readonly string[]): HogletError {
  const name = issue.path?.map((item) => String(item.key)).join("__") ?? null;
  const isUnknown = issue.type === "strict_object" && issue.expected === "never";
  return isUnknown && name !== null ? unknownOption(of, name, known) : misconfigured(name, issue.message);
}
