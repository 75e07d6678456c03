import type { KeyRoute } from "../../lib/http/route.ts";
import { ownErrors } from "../../lib/operations/index.ts";

/** An error that a client got. */
export interface SeenError {
  code: string;
  attr: string | null;
}

/** Errors of every operation, by its key, path, form and bounds; docs/manual/errors.md explains them. */
const OF_ALL = new Set([
  ..."parse_error not_authenticated authentication_failed permission_denied not_found method_not_allowed".split(" "),
  ..."not_acceptable request_too_large uri_too_long unknown_field unsupported_media_type throttled cancelled answer_too_long database_busy storage_full".split(
    " ",
  ),
]);

/** Errors that may name any field of the operation's input. */
const OF_FIELDS = new Set("invalid_input required null blank max_length max_value min_value unsupported".split(" "));

/** Has no row of the operation's `errors`, and no rule for all operations, this error? */
export function isUndeclared(route: KeyRoute, { code, attr }: SeenError, detail: string): boolean {
  const name = attr?.split("__")[0] ?? null;
  if (ownErrors(route.errors).some((own) => own.code === code && own.attr === name)) return false;
  if (OF_ALL.has(code)) return false;
  if (!OF_FIELDS.has(code)) return true;
  if (name === null) return !OF_BODY.test(detail);
  if (name === "path" || name === "format" || name === "escape_formulas" || OF_TEXTS.test(detail)) return false;
  const fields = fieldsOf(route.fields ?? route.input);
  return fields !== null && !fields.has(name);
}

/** Also of fields that the operation does not have. */
const OF_TEXTS = /^Expected (?:text without half a surrogate pair|JSON text)\.$/;
const OF_BODY = /^Invalid data\. Expected a dictionary\.$/;

/** The names of an input; null = it takes any. */
function fieldsOf(schema: unknown): ReadonlySet<string> | null {
  const { entries, rest, wrapped } = (schema ?? { entries: {} }) as {
    entries?: object;
    rest?: object;
    wrapped?: unknown;
  };
  if (wrapped !== undefined) return fieldsOf(wrapped);
  return entries === undefined || rest !== undefined ? null : new Set(Object.keys(entries));
}
