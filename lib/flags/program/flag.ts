import * as v from "valibot";

const MAX_KEY_LENGTH = 400;

export const FlagKey = v.pipe(
  v.string("Expected a text."),
  v.regex(/^[\w-]+$/, "Expected letters, digits, hyphens and underscores."),
  v.maxLength(MAX_KEY_LENGTH, `Expected at most ${MAX_KEY_LENGTH} characters.`),
);

const VALUE_WANTED = `Expected true, false, or the name of a variant, which is neither "true" nor "false" nor longer than ${MAX_KEY_LENGTH} characters.`;

/** The value of a flag: off, on, or on with a variant. */
export const FlagValue = v.pipe(
  v.union([v.boolean(), v.string()], VALUE_WANTED),
  v.check((value) => typeof value === "boolean" || isVariant(value), VALUE_WANTED),
);
export type FlagValue = v.InferOutput<typeof FlagValue>;

export const DistinctIds = v.array(v.string("Expected a distinct id."), "Expected a list of distinct ids.");

export const FlagSetting = v.pipe(
  v.strictObject({
    value: FlagValue,
    payload: v.exactOptional(v.pipe(v.unknown(), v.check(isJson, "Expected a value that JSON can hold."))),
    distinct_ids: v.exactOptional(DistinctIds),
  }),
  v.check(({ value, payload }) => value !== false || payload === undefined, "A flag that is off has no payload."),
);

/** The options of a flag's value. */
export interface FlagOptions {
  /** Any JSON value. It belongs to the flag and this value: all people with the value get the payload. @default none */
  payload?: unknown;
  /** The distinct ids of the people who get the value. @default everybody */
  distinct_ids?: string[];
}

/** A flag in options: its value alone, or with its own options. */
export type FlagInput = FlagValue | ({ value: FlagValue } & FlagOptions);

/** Flags by key, as in options. */
export type Flags = Record<string, FlagInput>;

/** A stored flag; never changed, only replaced. */
export interface Flag {
  /** Counts from 1 in each project. */
  id: number;
  key: string;
  /** 1 at first, one more with every change. */
  version: number;
  /** The value for everybody who is not in `overrides`. */
  value: FlagValue;
  /** The values for named people, by distinct id. */
  overrides: Readonly<Record<string, FlagValue>>;
  /** Payloads by value: `"true"` or a variant. */
  payloads: Readonly<Record<string, unknown>>;
}

/** The state of a flag before its first value. */
export function newFlag(id: number, key: string): Flag {
  return { id, key, version: 0, value: false, overrides: {}, payloads: {} };
}

/**
 * Sets a value of a flag: for everybody, which drops all earlier values; or for named people, on top of the earlier
 * values. `setting` must have passed `FlagSetting`.
 */
export function withValue(flag: Flag, setting: { value: FlagValue } & FlagOptions): Flag {
  const { value, payload, distinct_ids: ids } = setting;
  const version = flag.version + 1;
  // A copy: later changes to the caller's object must not reach the flag.
  const added = payload === undefined ? {} : { [String(value)]: JSON.parse(JSON.stringify(payload)) as unknown };
  if (ids === undefined) return { ...flag, version, value, overrides: {}, payloads: added };
  // By entries, since an assignment to the id "__proto__" would be lost.
  const overrides = Object.fromEntries([...Object.entries(flag.overrides), ...ids.map((id) => [id, value] as const)]);
  return { ...flag, version, overrides, payloads: { ...flag.payloads, ...added } };
}

export function withoutOverrides(flag: Flag, distinctIds: readonly string[]): Flag {
  const dropped = new Set(distinctIds);
  const kept = Object.entries(flag.overrides).filter(([id]) => !dropped.has(id));
  return { ...flag, version: flag.version + 1, overrides: Object.fromEntries(kept) };
}

/** JSON text; null = no payload. */
export function payloadText(flag: Flag, value: FlagValue): string | null {
  const key = String(value);
  return Object.hasOwn(flag.payloads, key) ? JSON.stringify(flag.payloads[key]) : null;
}

/** A flag as remote config: the payload of its value for everybody, else of `true`. */
export function remoteConfigPayload(flag: Flag): string | null {
  return payloadText(flag, flag.value) ?? payloadText(flag, true);
}

/** Payloads are kept by value, so a variant "true" could not be told from on. */
function isVariant(text: string): boolean {
  return text !== "" && text !== "true" && text !== "false" && text.length <= MAX_KEY_LENGTH;
}

function isJson(value: unknown): boolean {
  try {
    return value === undefined || JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
