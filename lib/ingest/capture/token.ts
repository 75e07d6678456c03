import { unauthenticated, unreadable } from "../../base/errors.ts";

/** The three names of a project token's field; one object may use only one name. */
export interface TokenFields {
  token?: unknown;
  $token?: unknown;
  api_key?: unknown;
}

const MAX_TOKEN_LENGTH = 64;

/**
 * The token that an envelope or an event names itself; null = none.
 * @throws HogletError 400 when it is not a string, or is given under two names
 */
export function tokenOf(fields: TokenFields): string | null {
  const { token, $token, api_key: apiKey } = fields;
  const given = Number(token !== undefined) + Number($token !== undefined) + Number(apiKey !== undefined);
  if (given === 0) return null;
  if (given > 1) throw unreadable("failed to parse request: duplicate field `token`");
  const value = token ?? $token ?? apiKey ?? null;
  if (value !== null && typeof value !== "string") {
    throw unreadable(`failed to parse request: token must be a string, not ${typeof value}`);
  }
  return value;
}

/**
 * Named by events themselves or in `properties.token`; events without a token use it too.
 * @throws HogletError 401 when two tokens differ, or none is given
 */
export function agreedToken(tokens: Iterable<string | null>): string {
  let agreed: string | null = null;
  for (const token of tokens) {
    if (token === null || token === agreed) continue;
    if (agreed !== null) {
      throw unauthenticated("batch submitted with inconsistent api_key values", "inconsistent_api_key");
    }
    agreed = token;
  }
  if (agreed === null) throw unauthenticated("event submitted without an api_key", "missing_api_key");
  return agreed;
}

/**
 * `token` without surrounding blanks, when it has the shape of a project token. This does not look up a project.
 * @throws HogletError 401 naming the reason
 */
export function parseToken(token: string): string {
  const trimmed = token.trim();
  const fault = faultOf(trimmed);
  if (fault !== null) throw unauthenticated(`API key is not valid: ${fault}`, "invalid_api_key");
  return trimmed;
}

function faultOf(token: string): string | null {
  if (token === "") return "empty";
  if (token.length > MAX_TOKEN_LENGTH) return "too_long";
  for (let at = 0; at < token.length; at++) if (token.charCodeAt(at) > 127) return "not_ascii";
  if (token.startsWith("phx_")) return "personal_api_key";
  return token.includes("\0") ? "null_byte" : null;
}
