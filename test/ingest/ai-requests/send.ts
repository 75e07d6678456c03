import type { Hoglet } from "../../../lib/index.ts";

/** A request and what is special about it. */
export interface Sent {
  body: string | Uint8Array;
  headers?: Record<string, string>;
  token?: string | null;
}

/** Sends with the token of the project, another token, or none (null). */
export async function send(hoglet: Hoglet, path: string, { body, headers = {}, token }: Sent): Promise<Response> {
  const bearer = token === undefined ? hoglet.project.api_token : token;
  return hoglet.fetch(path, {
    method: "POST",
    body: Buffer.from(body),
    headers: { ...headers, ...(bearer !== null && { authorization: `Bearer ${bearer}` }) },
  });
}
