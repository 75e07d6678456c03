import { createKey, getKey, listKeys, revokeKey, rollKey, updateKey } from "../admin/auth/index.ts";
import type { KeyInput, KeyUpdate, NewPersonalApiKey, PersonalApiKey } from "../admin/auth/index.ts";
import type { Scope } from "./scope.ts";

export interface KeysHandle {
  /** `value` is shown only once. */
  create(input: KeyInput): Promise<NewPersonalApiKey>;
  /** Newest first. */
  list(): Promise<PersonalApiKey[]>;
  get(id: string): Promise<PersonalApiKey>;
  update(id: string, input: KeyUpdate): Promise<PersonalApiKey>;
  /** Gives a key a new value, shown only once; the old value is invalid from the next request on. */
  roll(id: string): Promise<NewPersonalApiKey>;
  revoke(id: string): Promise<void>;
}

export function keysHandle({ open }: Scope): KeysHandle {
  return {
    create: async (input) => createKey(open(), input),
    list: async () => listKeys(open()),
    get: async (id) => getKey(open(), id),
    update: async (id, input) => updateKey(open(), id, input),
    roll: async (id) => rollKey(open(), id),
    revoke: async (id) => revokeKey(open(), id),
  };
}
