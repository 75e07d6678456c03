import { createRequire } from "node:module";

/** The version in package.json, which the package's own name finds from the sources as well as from dist/. */
export function readVersion(): string {
  const { version } = createRequire(import.meta.url)("hoglet/package.json") as { version: string };
  return version;
}
