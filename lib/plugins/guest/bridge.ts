import type { Host } from "./host.ts";
import { toError } from "./thrown.ts";
import type { Thrown } from "./thrown.ts";

/** The host's functions, with values instead of text. */
export interface Bridge {
  /** @throws Error with name and message of the host's error */
  answer<Value>(name: string, input: unknown): Value;
  /** Calls reach the host in order, awaited or not. */
  ask<Value>(name: string, input: unknown): Promise<Value>;
  tell(name: string, input: unknown): void;
  /** Delivers the host's answer to `ask`. */
  settle(id: number, isOk: boolean, text: string): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Keeps references to its functions: a plugin that replaces a global harms only itself. */
export function createBridge({ answer, ask, tell }: Host): Bridge {
  const { parse, stringify } = JSON;
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  return {
    answer<Value>(name: string, input: unknown): Value {
      const { value, error } = parse(answer(name, stringify(input))) as { value: Value; error?: Thrown };
      if (error !== undefined) throw toError(error);
      return value;
    },
    ask<Value>(name: string, input: unknown): Promise<Value> {
      const id = ++lastId;
      return new Promise<Value>((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        ask(id, name, stringify(input));
      });
    },
    tell: (name, input) => tell(name, stringify(input)),
    settle(id, isOk, text) {
      const promise = waiting.get(id);
      waiting.delete(id);
      if (isOk) promise?.resolve(text === "" ? undefined : parse(text));
      else promise?.reject(toError(parse(text) as Thrown));
    },
  };
}
