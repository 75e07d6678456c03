import { createHash, randomBytes } from "node:crypto";
import { v5 as uuidV5, v7 as uuidV7 } from "uuid";

// uuid (the registry's most used UUID library), since v5 and v7 need exact bit layouts. It takes injected time and
// randomness, has types and no dependencies.

/** Random bytes for event uuids, tokens and keys. */
export interface Ids {
  /** A time-ordered UUID (v7) for the given instant. */
  uuid(nowMs: number): string;
  /** `prefix` and `sizeBytes` random bytes as one base-62 number. */
  secret(prefix: string, sizeBytes: number): string;
}

/** Creates ids from `random`; absent = the operating system's randomness. */
export function createIds(random: (sizeBytes: number) => Uint8Array = randomBytes): Ids {
  const pool = createPool(random);
  return {
    uuid: (nowMs) => uuidV7({ msecs: nowMs, random: pool() }),
    secret: (prefix, sizeBytes) => prefix + toBase62(random(sizeBytes)),
  };
}

// Bytes for 256 uuids: a call of randomBytes costs about 1 µs at any size, which capture notices. A larger pool saves
// little more.
const POOL_BYTES = 4096;

function createPool(random: (sizeBytes: number) => Uint8Array): () => Uint8Array {
  let bytes: Uint8Array = new Uint8Array(0);
  let used = 0;
  return () => {
    if (used + 16 > bytes.length) {
      bytes = random(POOL_BYTES);
      used = 0;
    }
    used += 16;
    return bytes.slice(used - 16, used);
  };
}

// The namespace of person UUIDs, fixed by PostHog (reference/capture.md 14.1).
const PERSON_NAMESPACE = "932979b4-65c3-4424-8467-0b66ec27bc22";

/** UUID v5 of the person that `distinctId` creates in a project: always the same. */
export function personUuid(projectId: number, distinctId: string): string {
  return uuidV5(`${projectId}:${distinctId}`, PERSON_NAMESPACE);
}

// The namespace of distinct ids of traces, fixed by PostHog (reference/ai.md 1.3).
const TRACE_NAMESPACE = "392e81d5-3d13-4a6f-b541-bdbf6c865e56";

/** The distinct id of a session or a trace that names no user: always the same for a name such as `trace:…`. */
export function traceUserUuid(name: string): string {
  return uuidV5(name, TRACE_NAMESPACE);
}

// Ours: definitions have no row, and need stable ids.
const DEFINITION_NAMESPACE = "0b3c6f5e-6f0c-4c5b-9a55-6a1f1c9d7e42";

/** The UUID of an event or a property: always the same for a project, a noun and a name. */
export function definitionUuid(projectId: number, noun: string, name: string): string {
  // UTF-8 has no lone surrogates: names that differ in one get the same id.
  return uuidV5(`${projectId}:${noun}:${name}`.toWellFormed(), DEFINITION_NAMESPACE);
}

/** A secret as it is stored: `sha256$` and the lower-case hex SHA-256 of the whole text. */
export function toHash(secret: string): string {
  return `sha256$${createHash("sha256").update(secret).digest("hex")}`;
}

// The value of a hexadecimal digit by its character code, in both letter cases.
const NIBBLES = new Uint8Array(128);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  NIBBLES[digit.charCodeAt(0)] = value;
  NIBBLES[digit.toUpperCase().charCodeAt(0)] = value;
}

/**
 * The 16 bytes of a UUID text (any letter case, with dashes). Written by hand because every event needs it: 60 ns
 * instead of 280 ns for removing the dashes and `Buffer.from(text, "hex")`.
 */
export function toUuidBytes(uuid: string): Buffer {
  const bytes = Buffer.allocUnsafe(16);
  let at = 0;
  for (let byte = 0; byte < 16; byte++) {
    if (uuid.charCodeAt(at) === DASH) at++;
    bytes[byte] = (nibble(uuid, at) << 4) | nibble(uuid, at + 1);
    at += 2;
  }
  return bytes;
}

const DASH = 0x2d;

function nibble(uuid: string, at: number): number {
  return NIBBLES[uuid.charCodeAt(at)] ?? 0;
}

/** The lower-case text of 16 UUID bytes. */
export function toUuidText(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The usual text form, of any version and letter case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * The usual form of a UUID as PostHog accepts it (reference/rest.md 4.1): upper case, without dashes, in braces, after
 * `urn:uuid:`. Null = not a UUID.
 */
export function toUuid(text: string): string | null {
  const bare = text.toLowerCase();
  if (isUuid(bare)) return bare;
  const [, digits] = /^(?:urn:uuid:)?\{?([0-9a-f]{32}|[0-9a-f-]{36})\}?$/.exec(bare) ?? [];
  if (digits === undefined || bare.includes("{") !== bare.includes("}")) return null;
  const dashed = digits.length === 32 ? toUuidText(Buffer.from(digits, "hex")) : digits;
  return isUuid(dashed) ? dashed : null;
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function toBase62(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  while (rest > 0n) {
    text = BASE62.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
