import { isUuid } from "../../../base/ids.ts";
import { parseToken } from "../token.ts";
import { toEncoding } from "./encoding.ts";
import type { Encoding } from "./encoding.ts";
import { refuse } from "./refuse.ts";
import { parseRfc3339 } from "./rfc3339.ts";

/** The parsed headers of a v1 request. */
export interface V1Headers {
  /** Well-formed; the caller checks that a project has it. */
  token: string;
  /** The sending library; null = not sent in a storable form. */
  sdk: { name: string; version: string } | null;
  /** The client's time of sending. */
  sentAtMs: number;
  encoding: Encoding;
}

/** Header values by lower-case name. */
export type HeaderFields = Readonly<Record<string, string | undefined>>;

const SDK_INFO = "PostHog-Sdk-Info";
const ATTEMPT = "PostHog-Attempt";
const REQUEST_ID = "PostHog-Request-Id";
const REQUEST_TIMESTAMP = "PostHog-Request-Timestamp";

/** A request without any of these headers is refused. */
const REQUIRED = [SDK_INFO, ATTEMPT, REQUEST_ID, REQUEST_TIMESTAMP, "User-Agent"];

/**
 * First the sender, then the form (reference/capture.md 8.1).
 * @throws HogletError 401 `missing_authorization` or of the token's shape; 400 `invalid_authorization`,
 *   `missing_required_headers`, `invalid_header`; 415 `unsupported_content_type`, `unsupported_encoding`
 */
export function parseHeaders(fields: HeaderFields): V1Headers {
  const token = parseAuthorization(fields["authorization"]);
  const missing = REQUIRED.filter((name) => valueOf(fields, name) === "");
  if (missing.length > 0) {
    throw refuse(400, "missing_required_headers", `Missing required headers: ${missing.join(", ")}.`);
  }
  if (!/^\d{1,15}$/.test(valueOf(fields, ATTEMPT)) || Number(valueOf(fields, ATTEMPT)) < 1) {
    throw unexpected(fields, ATTEMPT, "a whole number from 1");
  }
  if (!isUuid(valueOf(fields, REQUEST_ID))) throw unexpected(fields, REQUEST_ID, "a UUID");
  const sentAtMs = parseRfc3339(valueOf(fields, REQUEST_TIMESTAMP));
  if (sentAtMs === null) throw unexpected(fields, REQUEST_TIMESTAMP, "an RFC 3339 date-time");
  expectJson(valueOf(fields, "Content-Type"));
  return { token, sdk: toSdk(valueOf(fields, SDK_INFO)), sentAtMs, encoding: toEncoding(fields["content-encoding"]) };
}

function valueOf(fields: HeaderFields, name: string): string {
  return (fields[name.toLowerCase()] ?? "").trim();
}

function parseAuthorization(value: string | undefined): string {
  const given = (value ?? "").trim();
  if (given === "") throw refuse(401, "missing_authorization", "Expected the header Authorization: Bearer <token>.");
  const [scheme = "", ...rest] = given.split(/\s+/);
  if (scheme.toLowerCase() !== "bearer") {
    throw refuse(400, "invalid_authorization", `Expected the authorization scheme Bearer but received ${scheme}.`);
  }
  return parseToken(rest.join(" "));
}

function unexpected(fields: HeaderFields, name: string, wanted: string): Error {
  return refuse(400, "invalid_header", `Expected ${name} to be ${wanted} but received ${valueOf(fields, name)}.`);
}

function expectJson(contentType: string): void {
  const mediaType = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (mediaType === "application/json") return;
  const received = mediaType === "" ? "none" : mediaType;
  throw refuse(415, "unsupported_content_type", `Expected the content type application/json but received ${received}.`);
}

/** Characters of an SDK's name or version in events. */
const MAX_SDK_LENGTH = 200;

/** Names may hold slashes (`@scope/sdk/1.2.3`), versions do not. */
function toSdk(info: string): V1Headers["sdk"] {
  const slash = info.lastIndexOf("/");
  const name = info.slice(0, Math.max(0, slash));
  const version = info.slice(slash + 1);
  return info.length > MAX_SDK_LENGTH || name === "" || version === "" ? null : { name, version };
}
