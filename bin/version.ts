import { createRequire } from "node:module";

/** The version in package.json, found by the package's own name from the sources and from dist/. */
export function readVersion(): string {
  const { version } = createRequire(import.meta.url)("hoglet/package.json") as { version: string };
  return version;
}
