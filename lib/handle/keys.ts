import { createKey, listKeys, revokeKey } from "../auth/index.ts";
import type { KeyInput, NewPersonalApiKey, PersonalApiKey } from "../auth/index.ts";
import type { Scope } from "./scope.ts";

export interface KeysHandle {
  /** `value` is shown this once. */
  create(input: KeyInput): Promise<NewPersonalApiKey>;
  list(): Promise<PersonalApiKey[]>;
  revoke(id: string): Promise<void>;
}

export function keysHandle({ open }: Scope): KeysHandle {
  return {
    create: async (input) => createKey(open(), input),
    list: async () => listKeys(open()),
    revoke: async (id) => revokeKey(open(), id),
  };
}
