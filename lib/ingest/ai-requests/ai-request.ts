import { unauthenticated } from "../../base/errors.ts";
import { refuseUnknown, resolveToken } from "../../admin/projects/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { inflate, parseToken, toEncoding } from "../capture/index.ts";
import type { Context } from "../context.ts";

export interface AiRequest {
  /** The path without a trailing slash. */
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | undefined>>;
  body: Uint8Array;
  /** Address of the connection; null = unknown. */
  ip: string | null;
}

/**
 * Checks the token (header `Authorization: Bearer`, or query), decompresses the body and reads it.
 * @throws HogletError 401 without a token or with an unknown one, 400 for an empty or broken body, 413; the errors of
 *   `read`
 */
export async function openRequest<T>(
  ctx: Context,
  { headers, query, body }: AiRequest,
  read: (bytes: Buffer) => T | Promise<T>,
  mostBytes: number,
): Promise<{ project: Readonly<Project>; content: T }> {
  const [, bearer] = /^Bearer\s+(\S+)\s*$/i.exec(headers["authorization"] ?? "") ?? [];
  const given = bearer ?? query.get("token");
  if (given === null) throw unauthenticated("event submitted without an api_key", "missing_api_key");
  const token = parseToken(given);
  refuseUnknown(ctx, token);
  const content = await inflate(body, toEncoding(headers["content-encoding"]), read, mostBytes);
  // Last: an unreadable request must not create a project in open mode.
  return { project: await resolveToken(ctx, token), content };
}

/** The media type of a request, in lower case and without parameters. */
export function mediaType({ headers }: AiRequest): string {
  return (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}
