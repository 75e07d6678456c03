import { isDeepStrictEqual } from "node:util";
import type { Change } from "../../admin/activity/index.ts";
import { toJson } from "../../storage/index.ts";
import { toFields } from "../registry/manifest.ts";
import type { ConfigSchema } from "../registry/manifest.ts";
import type { Vault } from "../vault.ts";

/** The mask of a secret in answers and in the activity log (reference/rest.md 8.2). */
export const SECRET_MASK = "**************** POSTHOG SECRET FIELD ****************";

/** Values of a config by key, of any JSON type. */
export type Values = Record<string, unknown>;

/** Values in two columns. */
export interface SealedValues {
  /** JSON with a mask in place of secrets. */
  config: string;
  /** Encrypted JSON of the secrets; null = none. */
  secrets: Buffer | null;
}

/** In PostHog the older form of a schema, an object, has no secret fields; here it has. */
export function secretKeys(schema: ConfigSchema): Set<string> {
  return new Set(
    toFields(schema)
      .filter(({ isSecret }) => isSecret)
      .map(({ key }) => key),
  );
}

/** Prepares values for storage. An empty secret counts as no secret. */
export function sealValues(vault: Vault, values: Values, secret: ReadonlySet<string>): SealedValues {
  const isHidden = ([key, value]: [string, unknown]) => secret.has(key) && Boolean(value);
  const entries = Object.entries(values);
  const hidden = entries.filter(isHidden);
  const shown = entries.map((entry): [string, unknown] => (isHidden(entry) ? [entry[0], SECRET_MASK] : entry));
  return {
    config: toJson(Object.fromEntries(shown)),
    secrets: hidden.length === 0 ? null : vault.seal(Buffer.from(toJson(Object.fromEntries(hidden)))),
  };
}

/** Decrypts stored values. @throws misconfigured when the secrets cannot be read */
export function openValues(vault: Vault, { config, secrets }: SealedValues): Values {
  return { ...(JSON.parse(config) as Values), ...openSecrets(vault, secrets) };
}

/** The secrets among stored values. @throws misconfigured when they cannot be read */
export function openSecrets(vault: Vault, secrets: Buffer | null): Values {
  return secrets === null ? {} : (JSON.parse(vault.open(secrets).toString("utf8")) as Values);
}

/** Given values, and defaults of absent fields. A key given as undefined stays absent. */
export function withDefaults(given: Values, schema: ConfigSchema): Values {
  const missing = toFields(schema).filter(
    (field) => field.default !== undefined && field.type !== "attachment" && !Object.hasOwn(given, field.key),
  );
  return {
    ...withoutAttachments(given, schema),
    ...Object.fromEntries(missing.map((field) => [field.key, field.default])),
  };
}

/**
 * Replaces the values of a config, except secrets that are missing or null. An empty text removes a secret. A mask
 * cannot be told from a value, and is stored.
 */
export function replaceValues(
  old: Values,
  given: Values,
  { schema, secret }: { schema: ConfigSchema; secret: ReadonlySet<string> },
): Values {
  const kept = [...secret].filter((key) => (given[key] ?? null) === null && Object.hasOwn(old, key));
  return { ...withoutAttachments(given, schema), ...Object.fromEntries(kept.map((key) => [key, old[key]])) };
}

/** A client that sends an answer back does not mean to set the files shown in it. */
function withoutAttachments(given: Values, schema: ConfigSchema): Values {
  const files = new Set(
    toFields(schema)
      .filter(({ type }) => type === "attachment")
      .map(({ key }) => key),
  );
  return Object.fromEntries(Object.entries(given).filter(([key, value]) => value !== undefined && !files.has(key)));
}

/** Key by key, with secrets masked on both sides. */
export function toChanges(before: Values, after: Values, secret: ReadonlySet<string>): Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .filter((key) => !isDeepStrictEqual(before[key], after[key]))
    .map((key) => {
      const isMasked = secret.has(key);
      return {
        action: !Object.hasOwn(before, key) ? "created" : Object.hasOwn(after, key) ? "changed" : "deleted",
        field: key,
        before: isMasked ? SECRET_MASK : before[key],
        after: isMasked ? SECRET_MASK : after[key],
      };
    });
}
