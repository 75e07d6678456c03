import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";

/** A handle with a way to ask its HTTP surface, as the holder of a key with the given scopes. */
export async function openApi() {
  const hoglet = await createHoglet({ now: "2024-03-10T12:00:00Z" });
  const base = `/api/projects/${hoglet.project.id}`;
  const get = async (path: string, scopes: string[] = ["*"]) => {
    const response = await hoglet.fetch(`${base}/${path}`, await withKey(hoglet, scopes));
    return { status: response.status, body: (await response.json()) as Reply };
  };
  return { hoglet, base, get };
}

/** Whatever the tests look at in a JSON answer. */
export interface Reply {
  next?: string | null;
  previous?: string | null;
  count?: number;
  results?: Record<string, unknown>[];
  [key: string]: unknown;
}

/** Request options with the header of a new key. */
export async function withKey(hoglet: Hoglet, scopes: string[], headers = {}): Promise<RequestInit> {
  const { value } = await hoglet.keys.create({ label: "test", scopes });
  return { headers: { authorization: `Bearer ${value}`, ...headers } };
}
