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
  ".json": "application/json",
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

/** A file by its name. Names have a hash of the content, except those of HTML and JSON, which browsers ask for each time. */
export function toAsset(name: string, bytes: Uint8Array): Asset {
  const isSame = !/\.(?:html|json)$/.test(name);
  let gzipped: Uint8Array | undefined;
  return {
    headers: {
      "content-type": TYPES[extname(name)] ?? "application/octet-stream",
      "cache-control": isSame ? "public, max-age=31536000, immutable" : "no-cache",
      "content-security-policy": POLICY,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
    },
    bytes,
    gzipped: () => (gzipped ??= gzipSync(bytes)),
  };
}
