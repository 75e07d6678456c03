import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { sayMissing } from "./skipped.ts";

const S3RVER = "test/copies/node_modules/s3rver/lib/s3rver.js";

/** Is s3rver installed, which speaks S3's interface? */
export function hasS3Server(): boolean {
  const isThere = existsSync(S3RVER);
  if (!isThere) sayMissing("Litestream, and copies in S3", "npm install --prefix test/copies");
  return isThere;
}

/** Keys that s3rver knows. */
export const S3_KEYS = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };

/** Serves the bucket `shop`, to which this process's `s3://shop` leads from then on. */
export async function serveS3(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const { default: S3rver } = (await import(`../../${S3RVER}`)) as {
    default: new (options: object) => { run(): Promise<AddressInfo>; close(): Promise<void> };
  };
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: join(folder, "s3"),
    configureBuckets: [{ name: "shop" }],
  });
  const { port } = await server.run();
  const url = `http://127.0.0.1:${port}`;
  Object.assign(process.env, S3_KEYS, { AWS_ENDPOINT_URL: url });
  return { url, close: () => server.close() };
}
