import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { misconfigured } from "../base/errors.ts";
import type { PluginOptions } from "./options.ts";

/** Encrypts values of secret fields for the database. */
export interface Vault {
  /** Each result differs. @throws misconfigured when there is no key and none can be created */
  seal(plain: Uint8Array): Buffer;
  /** @throws misconfigured when it was sealed with another key, or changed */
  open(sealed: Uint8Array): Buffer;
}

const CIPHER = "aes-256-gcm";
/** The nonce length that GCM is specified for (NIST SP 800-38D 5.2.1.1). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** A text of any length, from which the key is derived. */
const VARIABLE = "HOGLET_SECRET_KEY";

/**
 * The key comes from the option, else from `HOGLET_SECRET_KEY`, else from `<file>.key`, created with the first secret
 * (mode 600); in memory it is random.
 * @param options `file` of the database, absent = in memory; `secretKey`: text of any length
 */
export function createVault({ file, secretKey }: Pick<PluginOptions, "file" | "secretKey">): Vault {
  let known: Buffer | null = null;
  const key = () => (known ??= toKey(file, secretKey ?? process.env[VARIABLE]));
  return {
    seal(plain) {
      // Not from `ids`: a seeded source could use a nonce twice, which breaks GCM.
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key(), nonce);
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const tagEnd = NONCE_BYTES + TAG_BYTES;
      try {
        const decipher = createDecipheriv(CIPHER, key(), bytes.subarray(0, NONCE_BYTES));
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd));
        return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
      } catch (error) {
        throw misconfigured(
          null,
          `Secrets of plugins cannot be read: secretKey, ${VARIABLE} or the key file is another.`,
          error,
        );
      }
    },
  };
}

function toKey(file: string | undefined, given: string | undefined): Buffer {
  if (given !== undefined && given !== "") return createHash("sha256").update(given).digest();
  return file === undefined || file === ":memory:" ? randomBytes(KEY_BYTES) : readKeyFile(`${file}.key`);
}

function readKeyFile(path: string): Buffer {
  try {
    // `wx`: of two processes one creates the file, and both read it.
    writeFileSync(path, `${randomBytes(KEY_BYTES).toString("hex")}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw unusable(path, error);
  }
  return parseKey(path);
}

function parseKey(path: string): Buffer {
  const text = readText(path).trim();
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw misconfigured(null, `${path} is no key: expected ${KEY_BYTES} bytes as hexadecimal digits.`);
  }
  return Buffer.from(text, "hex");
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return misconfigured(null, `The key file ${path} cannot be used: ${reason}.`, error);
}
