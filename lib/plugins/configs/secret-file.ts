import type { Vault } from "../vault.ts";
import { SECRET_MASK } from "./values.ts";

/** The name of a secret file is as secret as its bytes. */
export interface SealedFile {
  file_name: string;
  size_bytes: number;
  contents: Buffer;
}

const LENGTH_BYTES = 4;

/** The length of the name, the name, the bytes. */
export function sealFile(vault: Vault, name: string, bytes: Uint8Array): SealedFile {
  const named = Buffer.from(name, "utf8");
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(named.length);
  return { file_name: SECRET_MASK, size_bytes: 0, contents: vault.seal(Buffer.concat([length, named, bytes])) };
}

/** Decrypts a file. @throws misconfigured when it cannot be read */
export function openFile(vault: Vault, contents: Buffer): { name: string; bytes: Buffer } {
  const plain = vault.open(contents);
  const end = LENGTH_BYTES + plain.readUInt32BE();
  return { name: plain.toString("utf8", LENGTH_BYTES, end), bytes: plain.subarray(end) };
}
