import { listen } from "listhen";
import type { Certificate } from "../../bin/bind.ts";

/** A certificate of localhost and its key, made by listhen. */
export async function makeCertificate(): Promise<Certificate> {
  const options = { port: 0, hostname: "127.0.0.1", isTest: true, autoClose: false };
  const { https, close } = await listen(() => {}, { ...options, https: { domains: ["localhost", "127.0.0.1"] } });
  await close();
  if (https === false) throw new Error("No certificate was made.");
  return { cert: https.cert, key: https.key };
}
