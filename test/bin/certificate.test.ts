import { createHash, generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fingerprint, readCertificate } from "../../bin/certificate.ts";
import { makeSelfSigned } from "../../bin/self-signed.ts";
import { tempFolder } from "../support/temp-folder.ts";

const makePair = () => makeSelfSigned(["localhost"], Date.now());

const it = suite("readCertificate");
let folder: ReturnType<typeof tempFolder>;
it.before(() => void (folder = tempFolder()));
it.after(() => folder.remove());

const write = (name: string, text: string) => {
  writeFileSync(folder.file(name), text);
  return folder.file(name);
};

const refuses = async (cert: string, key: string, says: RegExp) => {
  const error = await readCertificate(cert, key).then(
    () => null,
    (cause: Error) => cause,
  );
  assert.match(error?.message ?? "it is taken", says);
};

it("reads a pair, and drops remarks in front", async () => {
  const pair = makePair();
  const cert = write("cert.pem", `subject=CN = localhost\n${pair.cert}`);
  assert.equal(await readCertificate(cert, write("key.pem", pair.key)), pair);
  const body = pair.cert.replaceAll(/-----[A-Z ]+-----|\s/g, "");
  const hash = createHash("sha256").update(Buffer.from(body, "base64")).digest("hex");
  assert.is(fingerprint(pair.cert).replaceAll(":", "").toLowerCase(), hash);
});

it("says which file cannot be used, and why", async () => {
  const [pair, other] = [makePair(), makePair()];
  const [cert, key] = [write("cert.pem", pair.cert), write("key.pem", pair.key)];
  const text = write("text.pem", "no certificate");
  await refuses(text, key, /text\.pem is not a certificate in PEM form\.$/);
  await refuses(cert, text, /text\.pem is not a private key in PEM form\.$/);
  await refuses(key, cert, /key\.pem is not a certificate in PEM form\.$/);
  await refuses(cert, write("other.pem", other.key), /other\.pem does not belong to the certificate in .*cert\.pem\.$/);
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" },
  });
  await refuses(
    cert,
    write("locked.pem", privateKey),
    /locked\.pem is locked by a passphrase\. Unlock a copy: openssl/,
  );
  await refuses(cert, folder.file("missing.pem"), /ENOENT/);
});

it.run();
