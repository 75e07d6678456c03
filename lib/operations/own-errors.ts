/** The codes of errors that an operation may have of its own, with their statuses; docs/manual/errors.md explains each. */
export const ownStatuses = {
  invalid_input: 400,
  required: 400,
  unsupported: 400,
  unique: 400,
  does_not_exist: 400,
  invalid_page: 400,
  invalid_key: 400,
  invalid_value: 400,
  invalid_date: 400,
  invalid_operator: 400,
  cohort_does_not_exist: 400,
  behavioral_cohort_found: 400,
  query_timeout: 400,
  query_memory: 400,
  permission_denied: 403,
  conflict: 409,
  request_too_large: 413,
  throttled: 429,
  temporary_folder: 503,
} as const satisfies Record<string, number>;

type OwnCode = keyof typeof ownStatuses;

/** A sentence for each error, which says when it comes: by its code, then by the first name in its `attr`, where "" is null. */
export type OwnErrors = { readonly [Code in OwnCode]?: Readonly<Record<string, string>> };

/** An error of an operation's own. */
export interface OwnError {
  code: OwnCode;
  status: number;
  /** The first name in the error's `attr`; null = the error has none. */
  attr: string | null;
  /** The occasion of the error, as a sentence. */
  when: string;
}

export function ownErrors(errors: OwnErrors = {}): OwnError[] {
  return Object.entries(errors).flatMap(([name, byAttr]) => {
    const code = name as OwnCode;
    return Object.entries(byAttr).map(([attr, when]) => ({
      code,
      status: ownStatuses[code],
      attr: attr || null,
      when,
    }));
  });
}

/** The error of every operation that names a person. */
export const noPersonId = { invalid_input: { "": "The person's id is no integer and no UUID." } } satisfies OwnErrors;
