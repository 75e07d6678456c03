import { resolve } from "node:path";
import { misconfigured } from "../base/errors.ts";
import { readBucket } from "./bucket-address.ts";
import { openFolder } from "./folder-place.ts";
import type { CopyPlace } from "./place.ts";

/**
 * Opens a place by its name: a folder's path, `s3://bucket/prefix`, or the address of a bucket at another server of S3's interface,
 * `https://host/bucket/prefix`. @throws misconfigured as `requirePlace`
 */
export async function openPlace(to: string): Promise<CopyPlace> {
  requirePlace(to);
  if (isFolder(to)) return openFolder(resolve(to));
  // Loaded only when a bucket is named.
  const { openBucket } = await import("./bucket-place.ts");
  return openBucket(to);
}

/**
 * Checks the name of a place and the keys for it, without a request. @throws misconfigured when it is another address, or its keys are
 * missing
 */
export function requirePlace(to: string): void {
  if (isFolder(to)) return;
  if (!/^(?:s3|https?):\/\//i.test(to))
    throw misconfigured("copies", `Expected a folder, s3://… or https://… but received ${to}.`);
  readBucket(to);
}

function isFolder(to: string): boolean {
  return !/^[a-z][a-z0-9+.-]+:\/\//i.test(to);
}
