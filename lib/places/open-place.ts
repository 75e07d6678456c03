import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { misconfigured } from "../base/errors.ts";
import { within } from "../base/within.ts";
import { readBucket } from "./bucket-address.ts";
import { openFolder } from "./folder.ts";
import type { Place } from "./place.ts";

/**
 * Opens a place by its name: a folder's path, `s3://bucket/prefix`, or the address of a bucket at another server of S3's interface,
 * `https://host/bucket/prefix`. @param answerMs for an answer of a bucket, which is asked once then; when absent, it is asked four times, for
 * a minute each. @param option as in `requirePlace`; a folder of `lease` needs hard links. @throws misconfigured as `requirePlace`
 */
export async function openPlace(
  to: string,
  { option = "copies", answerMs }: { option?: string; answerMs?: number } = {},
): Promise<Place> {
  requirePlace(option, to);
  if (isFolder(to)) return openFolder(resolve(to), option === "lease");
  // Loaded only when a bucket is named.
  const { openBucket } = await import("./bucket.ts");
  return openBucket(to, { answerMs });
}

/**
 * Checks the name of a place and the keys for it, without a request.
 * @param option the name of the option that has it. @throws misconfigured when it is another address, or its keys are missing
 */
export function requirePlace(option: string, to: string): void {
  if (isFolder(to)) return;
  if (!/^(?:s3|https?):\/\//i.test(to))
    throw misconfigured(option, `Expected a folder, s3://… or https://… but received ${to}.`);
  readBucket(to, { option });
}

/** Ms for a folder: the calls of a network disk whose server is away may never return. */
const FOLDER_MS = 10_000;

/**
 * Tries a folder of the option `lease`.
 * @throws misconfigured when its disk makes no hard links; errors of the system; Error when it does not answer in ten seconds
 */
export async function requireLeaseFolder(to: string): Promise<void> {
  if (!isFolder(to)) return;
  const folder = openFolder(resolve(to), true);
  const name = `probe-${randomBytes(8).toString("hex")}/probe`;
  const probe = async () => {
    try {
      await folder.create(name, Buffer.alloc(0));
    } finally {
      await folder.remove([name]);
    }
    return true;
  };
  if ((await within(probe(), FOLDER_MS)) === null) throw new Error(`${to} does not answer: can its server be reached?`);
}

function isFolder(to: string): boolean {
  return !/^[a-z][a-z0-9+.-]+:\/\//i.test(to);
}
