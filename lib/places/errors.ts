import { corrupt } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";

export function tooLarge(name: string): HogletError {
  return corrupt(`The object ${name} is larger than what hoglet writes: it is damaged.`);
}
