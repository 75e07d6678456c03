/** Classes of errors for clients; the first key of every error body (source: drf-exceptions-hog). */
export type ErrorType =
  | "validation_error"
  | "invalid_request"
  | "authentication_error"
  | "throttled_error"
  | "server_error";

export interface ErrorParts {
  status: number;
  type: ErrorType;
  code: string;
  detail: string;
  attr?: string | null;
  cause?: unknown;
  retryAfterSeconds?: number | null;
}

/**
 * The library's only error class. Clients see `status`, `type`, `code`, `detail` and `attr`; `cause` stays inside the
 * process and is only logged.
 */
export class HogletError extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly code: string;
  readonly detail: string;
  /** The invalid field, nested names joined with `__`; null when no single field is wrong. */
  readonly attr: string | null;
  /** Seconds until a new try makes sense (the header `Retry-After`); null = unknown. */
  readonly retryAfterSeconds: number | null;

  constructor(parts: ErrorParts) {
    super(parts.attr ? `${parts.attr}: ${parts.detail}` : parts.detail, { cause: parts.cause });
    this.name = "HogletError";
    this.status = parts.status;
    this.type = parts.type;
    this.code = parts.code;
    this.detail = parts.detail;
    this.attr = parts.attr ?? null;
    this.retryAfterSeconds = parts.retryAfterSeconds ?? null;
  }

  /** The body of the HTTP reply. */
  toJSON(): { type: ErrorType; code: string; detail: string; attr: string | null } {
    return { type: this.type, code: this.code, detail: this.detail, attr: this.attr };
  }
}

/** The same error with another field, for callers that know the field by another name. */
export function ofField(attr: string, error: HogletError): HogletError {
  return new HogletError({ ...error, cause: error.cause, attr });
}

/** 400: the field `attr` (null: the input as a whole) is not valid. */
export function invalid(attr: string | null, detail: string, code = "invalid_input"): HogletError {
  return new HogletError({ status: 400, type: "validation_error", code, detail, attr });
}

/** 400: the request could not be read at all, such as a body that is not JSON. */
export function unreadable(detail: string, cause?: unknown): HogletError {
  return new HogletError({ status: 400, type: "invalid_request", code: "parse_error", detail, cause });
}

/** 401: no credentials, or wrong ones. */
export function unauthenticated(
  detail = "Authentication credentials were not provided.",
  code = "not_authenticated",
): HogletError {
  return new HogletError({ status: 401, type: "authentication_error", code, detail });
}

/** 403: the caller is known but not allowed. */
export function denied(detail: string): HogletError {
  return new HogletError({ status: 403, type: "authentication_error", code: "permission_denied", detail });
}

/** 404: nothing is there that this caller may see. */
export function notFound(detail = "Not found."): HogletError {
  return new HogletError({ status: 404, type: "invalid_request", code: "not_found", detail });
}

/** 405: the path exists, but not for this method. */
export function methodNotAllowed(method: string, detail = `Method "${method}" not allowed.`): HogletError {
  return new HogletError({ status: 405, type: "invalid_request", code: "method_not_allowed", detail });
}

/** 406: the header `Accept` names no form that the reply has. */
export function notAcceptable(): HogletError {
  const detail = "Could not satisfy the request Accept header.";
  return new HogletError({ status: 406, type: "invalid_request", code: "not_acceptable", detail });
}

/** 409: the request contradicts what is stored. */
export function conflict(attr: string | null, detail: string): HogletError {
  return new HogletError({ status: 409, type: "invalid_request", code: "conflict", detail, attr });
}

/** 413: more bytes than the limit named in `detail`. */
export function tooLarge(detail: string): HogletError {
  return new HogletError({ status: 413, type: "invalid_request", code: "request_too_large", detail });
}

/** 415: this route does not read the content type. */
export function unsupportedMedia(mediaType: string): HogletError {
  const detail = `Unsupported media type "${mediaType}" in request.`;
  return new HogletError({ status: 415, type: "invalid_request", code: "unsupported_media_type", detail });
}

/** 429: more requests than the caller may make. @param reason in a sentence */
export function throttled(retryAfterSeconds: number, reason = "Request was throttled."): HogletError {
  const detail = `${reason} Expected available in ${retryAfterSeconds} second${retryAfterSeconds === 1 ? "" : "s"}.`;
  return new HogletError({ status: 429, type: "throttled_error", code: "throttled", detail, retryAfterSeconds });
}

/**
 * 499: the client left (nginx's status).
 * @param cause the signal's reason
 */
export function cancelled(cause: unknown): HogletError {
  const detail = "The question was cancelled.";
  return new HogletError({ status: 499, type: "invalid_request", code: "cancelled", detail, cause });
}

/** 503: the database cannot serve now (busy, full, read-only); nothing was stored. */
export function unavailable(code: string, detail: string, cause: unknown): HogletError {
  return new HogletError({ status: 503, type: "server_error", code, detail, cause, retryAfterSeconds: 1 });
}

/** 503: the file follows another hoglet's, and is only read. */
export function following(): HogletError {
  return unavailable("following", "This hoglet follows another: write to that. Nothing was stored.", undefined);
}

/** Was nothing done, since another process or connection writes? */
export function isBusyError(error: unknown): boolean {
  return error instanceof HogletError && error.code === "database_busy";
}

/** 500: stored bytes are damaged, so a new try does not help. @param detail names the damage and what to do */
export function corrupt(detail: string, cause?: unknown): HogletError {
  return new HogletError({ status: 500, type: "server_error", code: "storage_corrupt", detail, cause });
}

/** 500: a defect of hoglet, of which clients learn nothing. */
export function internal(cause: unknown): HogletError {
  return new HogletError({
    status: 500,
    type: "server_error",
    code: "error",
    detail: "A server error occurred.",
    cause,
  });
}

/** A mistake in the process's setup (an option, a file, a flag), for the embedding program only. */
export function misconfigured(attr: string | null, detail: string, cause?: unknown): HogletError {
  return new HogletError({ status: 500, type: "server_error", code: "misconfigured", detail, attr, cause });
}

/** Every call on a closed handle throws it. */
export function closed(): HogletError {
  return misconfigured(null, "This hoglet is closed.");
}
