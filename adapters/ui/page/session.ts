import { call } from "./api.ts";

/** The state of the session: signed in by a key, as a user of this machine, or by the app around the page. */
export type Session = { signed_in: false } | { signed_in: true; by: "key" | "loopback" | "trusted" };

export function getSession(signal?: AbortSignal): Promise<Session> {
  return call<Session>("ui/session", signal === undefined ? {} : { signal });
}

/** @throws ApiError for an unknown key */
export function signIn(key: string): Promise<Session> {
  return call<Session>("ui/session", { method: "POST", body: { key } });
}

export async function signOut(): Promise<void> {
  await call("ui/session", { method: "DELETE" });
  location.reload();
}
