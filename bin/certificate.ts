import { createPrivateKey, X509Certificate } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Certificate } from "./bind.ts";

/**
 * Reads a certificate (with its chain, if any) and its private key from PEM files.
 * @throws Error with a sentence when a file cannot be read or used, or the two do not belong together
 */
export async function readCertificate(certFile: string, keyFile: string): Promise<Certificate> {
  const [cert, key] = await Promise.all([readPem(certFile), readPem(keyFile)]);
  if (!toCertificate(cert, certFile).checkPrivateKey(toPrivateKey(key, keyFile))) {
    throw new Error(`The key in ${keyFile} does not belong to the certificate in ${certFile}.`);
  }
  return { cert, key };
}

/** SHA-256 of a PEM certificate, as browsers show it. */
export function fingerprint(cert: string): string {
  return new X509Certificate(cert).fingerprint256;
}

/** listhen treats text with another beginning as a path; openssl writes remarks before it. */
async function readPem(file: string): Promise<string> {
  const text = await readFile(file, "utf8");
  return text.slice(Math.max(0, text.indexOf("-----BEGIN")));
}

function toCertificate(pem: string, file: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new Error(`${file} is not a certificate in PEM form.`);
  }
}

function toPrivateKey(pem: string, file: string): KeyObject {
  if (/\bENCRYPTED\b/.test(pem)) {
    throw new Error(`${file} is locked by a passphrase. Unlock a copy: openssl pkey -in ${file} -out unlocked.pem.`);
  }
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error(`${file} is not a private key in PEM form.`);
  }
}
