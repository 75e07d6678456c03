import { call } from "./api.ts";

/** Whether somebody is signed in, and by what: a key, being on this machine, or the app around the page. */
export type Session = { signed_in: false } | { signed_in: true; by: "key" | "loopback" | "trusted" };

export function getSession(signal?: AbortSignal): Promise<Session> {
  return call<Session>("ui/session", signal === undefined ? {} : { signal });
}

/** @throws ApiError when the key is not known */
export function signIn(key: string): Promise<Session> {
  return call<Session>("ui/session", { method: "POST", body: { key } });
}

export async function signOut(): Promise<void> {
  await call("ui/session", { method: "DELETE" });
  location.reload();
}
