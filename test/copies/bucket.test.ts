import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, restoreCopy } from "../../lib/index.ts";
import { openBucket } from "../../lib/places/bucket.ts";
import { whenAll } from "../support/rounds.ts";
import { hasS3Server, S3_KEYS, serveS3 } from "../support/s3-server.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { refusal } from "../support/refusal.ts";

/** A server that answers as `answer` says, and keeps the requests. */
async function serve(answer: (request: IncomingMessage, reply: ServerResponse, tried: number) => void) {
  const requests: string[] = [];
  const server = createServer((request, reply) => {
    request.resume();
    requests.push(`${request.method} ${request.url}`);
    answer(request, reply, requests.length);
  });
  return { requests, ...(await listen(server)) };
}

async function listen(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}

const bucket = suite("copies in a bucket");

bucket("need keys, and a bucket's name without keys in it", async () => {
  for (const [to, environment, expected] of [
    ["s3://shop/copies", {}, "S3 needs the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."],
    ["https://s3.example.com/", S3_KEYS, "https://s3.example.com/ names no bucket."],
    ["https://me:secret@s3.example.com/shop", S3_KEYS, /^The address of a bucket has no keys/],
    ["https://s3.example.com/shop?X-Amz-Signature=1", S3_KEYS, /^The address of a bucket has no keys/],
  ] as const)
    assert.match((await refusal((async () => openBucket(to, { environment }))())).detail, expected);
});

bucket("are tried again where the server fails or is busy, and told in a sentence without the keys", async () => {
  const server = await serve((_, reply, tried) => {
    reply.statusCode = tried === 1 ? 503 : tried === 2 ? 200 : 403;
    reply.end(tried === 2 ? "bytes" : "<Error><Code>AccessDenied</Code><Message>S3RVER</Message></Error>");
  });
  const place = openBucket(`${server.url}/shop`, { environment: S3_KEYS });
  assert.is(String(await place.get("a", 100)), "bytes");
  assert.equal(server.requests, ["GET /shop/a", "GET /shop/a"]);
  const told = (await refusal(place.put("a", Buffer.from("b")))).detail;
  assert.is(
    told,
    "The bucket answers 403 AccessDenied to a PUT. See the keys' rights, the region and the bucket's name.",
  );
  server.close();
});

bucket("refuse an object that is larger than it may be, and follow no redirect", async () => {
  const server = await serve((request, reply) => {
    if (request.url === "/shop/large") return void reply.end("x".repeat(1000));
    reply.writeHead(307, { location: "http://127.0.0.1:1/" }).end();
  });
  const place = openBucket(`${server.url}/shop`, { environment: S3_KEYS });
  assert.match((await refusal(place.get("large", 100))).detail, "object large is larger than what hoglet writes");
  assert.match((await refusal(place.get("moved", 100))).detail, "answers 307 to a GET");
  server.close();
});

bucket("are not stored twice under one name", async () => {
  const server = await serve((request, reply) => {
    reply.statusCode = request.method === "HEAD" ? 404 : request.headers["if-none-match"] === "*" ? 412 : 200;
    reply.end();
  });
  assert.is(await openBucket(`${server.url}/shop`, { environment: S3_KEYS }).create("a", Buffer.from("b")), false);
  server.close();
});

if (hasS3Server()) {
  whenAll(bucket)("of S3's interface (s3rver) hold moments, and are restored from there", async () => {
    const folder = tempFolder();
    const server = await serveS3(folder.path);
    const clock = { nowMs: Date.UTC(2026, 10, 28, 10) };
    const to = "s3://shop/copies/of-the-shop";
    const hoglet = await createHoglet({
      file: folder.file("a.db"),
      now: () => clock.nowMs,
      copies: { to, keep: "1h" },
    });
    const times: string[] = [];
    for (const event of ["a", "b"]) {
      await hoglet.capture(
        Array.from({ length: 500 }, (_, n) => ({ event, distinct_id: `u${n}`, properties: { r: Math.sin(n) } })),
      );
      times.push((await hoglet.copies.now()).at);
      clock.nowMs += 60_000;
    }
    const countAt = async (at: string) => {
      const file = folder.file(`restored-${at.replaceAll(":", "")}.db`);
      await restoreCopy({ from: `${server.url}/shop/copies/of-the-shop`, file, atMs: Date.parse(at) });
      const copy = await createHoglet({ file });
      const { results } = await copy.query("SELECT count(*) FROM events");
      await copy.close();
      return results[0]?.[0];
    };
    assert.equal([await countAt(times[0] ?? ""), await countAt(times[1] ?? "")], [500, 1000]);
    clock.nowMs += 30 * 3_600_000;
    assert.is((await hoglet.copies.now()).is_whole, true);
    clock.nowMs += 3_600_000;
    assert.is((await hoglet.copies.now()).removed, 0);
    assert.match((await refusal(countAt(times[1] ?? ""))).detail, "has no copy of that time");
    await hoglet.close();
    await server.close();
    folder.remove();
  });
}

bucket.run();
