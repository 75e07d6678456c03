import { HogletError, invalid } from "../../base/errors.ts";

/**
 * Passes an error of SQL on. A statement that a table made is no field of the request: its fault is somewhere in the
 * node (reference/query.md 2.5). @throws always
 */
export function withoutAttr(error: unknown): never {
  if (error instanceof HogletError && error.attr === "query") throw invalid(null, error.detail, error.code);
  throw error;
}
