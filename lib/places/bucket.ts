import { AwsClient } from "aws4fetch";
import { readBucket } from "./bucket-address.ts";
import type { Asking } from "./bucket-address.ts";
import { createRequests, refused, valuesOf } from "./bucket-requests.ts";
import { unavailable } from "../base/errors.ts";
import { tooLarge } from "./errors.ts";
import type { Place } from "./place.ts";

/** Most pages of a list: ten million objects. */
const MOST_PAGES = 10_000;

/** Objects that are removed at once. */
const AT_ONCE = 8;

/**
 * A bucket, or a folder in it, at S3 or another server of its interface. Requests are signed (aws4fetch: no dependencies, 7 kB, by the maker of a
 * signer that Cloudflare's documentation names), tried four times, and bounded in time and bytes. Keys come from the usual variables and
 * leave this module in signatures only.
 * @throws misconfigured when keys are missing, or the address names no bucket
 */
export function openBucket(
  to: string,
  { answerMs, ...asking }: Asking & { answerMs?: number | undefined } = {},
): Place {
  const { root, prefix, ...signing } = readBucket(to, asking);
  const ask = createRequests(new AwsClient({ service: "s3", retries: 0, ...signing }), answerMs);
  const url = (name: string) => `${root}/${prefix}${name}`;

  const put = async (name: string, bytes: Buffer, headers: Record<string, string> = {}) => {
    const answer = await ask("PUT", url(name), { body: bytes, headers });
    // 412 and 409: there is an object of that name, or one is being stored.
    if (answer.status === 412 || answer.status === 409) return false;
    if (answer.status >= 300) throw refused("PUT", answer);
    return true;
  };
  const get = async (name: string, mostBytes: number) => {
    const answer = await ask("GET", url(name), { mostBytes });
    if (answer.status === 404) return null;
    if (answer.status >= 300) throw refused("GET", answer);
    if (answer.bytes === null) throw tooLarge(name);
    return answer.bytes;
  };
  const has = async (name: string) => {
    const answer = await ask("HEAD", url(name));
    if (answer.status >= 300 && answer.status !== 404) throw refused("HEAD", answer);
    return answer.status !== 404;
  };
  return {
    get,
    async put(name, bytes) {
      if (!(await put(name, bytes)))
        throw unavailable("copies_refused", `The bucket stores something else as ${name} now. Try again.`, undefined);
    },
    // Some servers ignore the condition, so the object is looked for first.
    create: async (name, bytes) => !(await has(name)) && put(name, bytes, { "if-none-match": "*" }),
    async list() {
      const names: string[] = [];
      let token = "";
      for (let page = 0; page < MOST_PAGES; page++) {
        const query = new URLSearchParams({
          "list-type": "2",
          prefix,
          ...(token !== "" && { "continuation-token": token }),
        });
        const answer = await ask("GET", `${root}/?${query.toString()}`);
        if (answer.status >= 300 || answer.bytes === null) throw refused("GET", answer);
        const text = answer.bytes.toString();
        names.push(...valuesOf(text, "Key").map((key) => key.slice(prefix.length)));
        [token = ""] = valuesOf(text, "NextContinuationToken");
        if (token === "" || valuesOf(text, "IsTruncated")[0] !== "true") break;
      }
      return names.toSorted();
    },
    async remove(names) {
      for (let from = 0; from < names.length; from += AT_ONCE) {
        await Promise.all(
          names.slice(from, from + AT_ONCE).map(async (name) => {
            const answer = await ask("DELETE", url(name));
            if (answer.status >= 300 && answer.status !== 404) throw refused("DELETE", answer);
          }),
        );
      }
    },
  };
}
