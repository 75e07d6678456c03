import type { Copies, CopyMoment, CopyStatus } from "../copies/index.ts";
import { misconfigured } from "../base/errors.ts";
import type { Scope } from "./scope.ts";

/** The copies of the database that the option `copies` makes. */
export interface CopiesHandle {
  /**
   * Makes a copy now, such as before an upgrade. @throws HogletError 503 when the place does not answer, another process copies to it,
   * or a program reads an old moment all the time; `misconfigured` without the option `copies`
   */
  now(): Promise<CopyMoment>;
  /** The state of the copies; null = the option `copies` was not given. */
  status(): Promise<CopyStatus | null>;
}

export function copiesHandle({ open }: Scope): CopiesHandle {
  return {
    now: async () => required(open().copies).now(),
    status: async () => open().copies?.status() ?? null,
  };
}

function required(copies: Copies | null): Copies {
  if (copies === null) throw misconfigured("copies", "This hoglet makes no copies: give the option copies.");
  return copies;
}
