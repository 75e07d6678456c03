import { createRequire } from "node:module";

const PEERS = new URL("../../peers/package.json", import.meta.url);

/** The command that installs the peers, which no other installation includes. */
export const HOW_TO_INSTALL = "npm install --prefix test/bench/peers";

/** A package of `test/bench/peers`; undefined = it is not installed there, or has no binary for this machine. */
export function peerPackage(name: string): unknown {
  try {
    return createRequire(PEERS)(name);
  } catch {
    return undefined;
  }
}

/** Doubles a quote, so that a path can stand in SQL. */
export function quoted(path: string): string {
  return `'${path.replaceAll("'", "''")}'`;
}
