import { checkHoglet } from "../doctor/index.ts";
import type { CheckOptions, Checked } from "../doctor/index.ts";
import type { Scope } from "./scope.ts";

export interface CheckHandle {
  /**
   * Checks the database: pages, references, checksums, columns against the event log. It runs in a process of its own
   * over a connection of its own, so that captures and questions continue.
   * @example
   * const { ok, findings } = await hoglet.check();
   */
  check(options?: CheckOptions & { repair?: boolean }): Promise<Checked>;
}

export function checkHandle({ open }: Scope): CheckHandle {
  return { check: async ({ repair = false, ...options } = {}) => checkHoglet(open(), options, repair) };
}
