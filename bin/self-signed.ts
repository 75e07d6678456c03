import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import type { Certificate } from "./bind.ts";

// Node makes keys and signatures, but no certificates. Written here for the few elements that are needed, because
// packages for certificates are large: node-forge, which listhen uses, is 97 kB of the packed package, @peculiar/x509
// 82 kB. listhen's RSA keys in JavaScript take a second, these keys of Node a millisecond.
// `test/bin/self-signed.test.ts` lets OpenSSL read and trust them.

/** Validity of a certificate in days. Each start makes a new certificate; Apple's systems refuse more than 397 days. */
const VALIDITY_DAYS = 365;
const DAY_MS = 86_400_000;

/** Time in ms by which a client's clock may be behind and still accept a new certificate. */
const SKEW_MS = 3_600_000;

/**
 * Makes a new key (P-256) and a certificate signed with it (X.509 version 3, RFC 5280), both PEM. Clients trust it only
 * when told to; it cannot sign other certificates.
 * @param names host names and IP addresses for which it is valid, at least one
 * @param nowMs begin of its validity, in epoch milliseconds; it lasts a year
 */
export function makeSelfSigned(names: readonly string[], nowMs: number): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const facts = element(
    TAG.sequence,
    element(TAG.version, element(TAG.integer, Buffer.of(2))),
    element(TAG.integer, toSerial(spki)),
    ECDSA_WITH_SHA256,
    NAME,
    element(TAG.sequence, toTime(nowMs - SKEW_MS), toTime(nowMs + VALIDITY_DAYS * DAY_MS)),
    NAME,
    spki,
    element(TAG.extensions, element(TAG.sequence, ...toExtensions(names))),
  );
  const signature = element(TAG.bitString, NO_UNUSED_BITS, sign("sha256", facts, privateKey));
  const certificate = element(TAG.sequence, facts, ECDSA_WITH_SHA256, signature);
  return { cert: toPem(certificate), key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

/** Tags of DER (X.690); those of certificates are from RFC 5280. */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8: 0x0c,
  generalizedTime: 0x18,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  dnsName: 0x82,
  ipAddress: 0x87,
  version: 0xa0,
  extensions: 0xa3,
};

/** Object ids, as bytes of DER. */
const ID = {
  commonName: "550403",
  keyUsage: "551d0f",
  subjectAltName: "551d11",
  basicConstraints: "551d13",
  extendedKeyUsage: "551d25",
  serverAuth: "2b06010505070301",
  ecdsaWithSha256: "2a8648ce3d040302",
};

const NO_UNUSED_BITS = Buffer.of(0);
const TRUE = element(TAG.boolean, Buffer.of(0xff));
const ECDSA_WITH_SHA256 = element(TAG.sequence, toId(ID.ecdsaWithSha256));
/** Subject and issuer: CN=hoglet. Clients compare hosts with the names in the extension. */
const NAME = element(
  TAG.sequence,
  element(TAG.set, element(TAG.sequence, toId(ID.commonName), element(TAG.utf8, Buffer.from("hoglet")))),
);

/** An element of DER: its tag, the length of its content, the content. */
function element(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...toLength(content.length)]), content]);
}

/** Lengths up to 127 are one byte; larger lengths are the number of bytes that follow, and those bytes. */
function toLength(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function toId(hex: string): Buffer {
  return element(TAG.objectId, Buffer.from(hex, "hex"));
}

/** 16 bytes that differ for each key: its hash, positive and without a leading zero. */
function toSerial(spki: Uint8Array): Buffer {
  const serial = createHash("sha256").update(spki).digest().subarray(0, 16);
  serial.writeUInt8((serial.readUInt8() & 0x7f) | 0x40);
  return serial;
}

/** Two digits for the year until 2049, four from 2050 on. */
function toTime(ms: number): Buffer {
  const text = `${new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, "")}`;
  return text < "2050"
    ? element(TAG.utcTime, Buffer.from(text.slice(2)))
    : element(TAG.generalizedTime, Buffer.from(text));
}

function toExtensions(names: readonly string[]): Buffer[] {
  const digitalSignature = element(TAG.bitString, Buffer.of(7, 0x80));
  return [
    // Empty: not an authority.
    toExtension(ID.basicConstraints, element(TAG.sequence), TRUE),
    toExtension(ID.keyUsage, digitalSignature, TRUE),
    toExtension(ID.extendedKeyUsage, element(TAG.sequence, toId(ID.serverAuth))),
    toExtension(ID.subjectAltName, element(TAG.sequence, ...names.map(toAlternativeName))),
  ];
}

function toExtension(id: string, value: Uint8Array, ...critical: Uint8Array[]): Buffer {
  return element(TAG.sequence, toId(id), ...critical, element(TAG.octetString, value));
}

function toAlternativeName(name: string): Buffer {
  if (isIP(name) === 0) return element(TAG.dnsName, Buffer.from(domainToASCII(name)));
  return element(TAG.ipAddress, Buffer.from(ipaddr.parse(name).toByteArray()));
}

function toPem(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
