import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { sideFile } from "../../lib/base/side-file.ts";

/** A file of the page, ready to be sent. */
export interface Asset {
  headers: Record<string, string>;
  bytes: Uint8Array;
  /** Compressed once, on first use. */
  gzipped(): Uint8Array;
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * The rights of the page: only files from here, no inline script or style, no frame on another site. Styles that
 * scripts set on an element (as charts do) are not inline styles.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ");

/**
 * All files of the built page by name; undefined = it was not built. Code that runs from sources (tests, `tsx`) uses
 * the last `npm run build`.
 */
export function findAssets(folder: string | URL = sideFile("page")): Map<string, Asset> | undefined {
  const path = typeof folder === "string" ? folder : fileURLToPath(folder);
  if (!existsSync(join(path, "index.html"))) return undefined;
  return new Map(readdirSync(path).map((name) => [name, toAsset(name, readFileSync(join(path, name)))]));
}

function toAsset(name: string, bytes: Uint8Array): Asset {
  const isDocument = name.endsWith(".html");
  let gzipped: Uint8Array | undefined;
  return {
    headers: {
      "content-type": TYPES[extname(name)] ?? "application/octet-stream",
      // The names of all other files have a hash of their content.
      "cache-control": isDocument ? "no-cache" : "public, max-age=31536000, immutable",
      "content-security-policy": POLICY,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
    },
    bytes,
    gzipped: () => (gzipped ??= gzipSync(bytes)),
  };
}
