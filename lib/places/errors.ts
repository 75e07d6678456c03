import { corrupt, misconfigured } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";

export function tooLarge(name: string): HogletError {
  return corrupt(`The object ${name} is larger than what hoglet writes: it is damaged.`);
}

/** Only a lease needs hard links. */
export function noHardLinks(folder: string, cause: unknown): HogletError {
  const { code = "unknown" } = cause as NodeJS.ErrnoException;
  const detail = `The disk of ${folder} makes no hard links (${code}), by which only one hoglet gets the lease: name a folder on another disk, or a bucket.`;
  return misconfigured("lease", detail, cause);
}
