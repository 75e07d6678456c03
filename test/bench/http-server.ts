/**
 * The server side of the http benchmark, in a separate process: `hoglet <file>` serves a hoglet, `parse` a handler on
 * the same h3 server that only gunzips and parses, `node` a handler of node:http alone that does so. Prints its port; a
 * line on stdin is answered with its resident bytes.
 */
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";
import { toNodeHandler } from "h3/node";
import { h3Adapter } from "../../adapters/h3/index.ts";
import { createHoglet } from "../../lib/index.ts";
import type { HttpReply, HttpRequest } from "../../lib/index.ts";

const [mode, file] = process.argv.slice(2);

const OK = '{"status":"Ok"}';
const JSON_TYPE = { "content-type": "application/json" };

function parse(body: Uint8Array): void {
  const bytes = body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body) : body;
  JSON.parse(Buffer.from(bytes).toString("utf8"));
}

async function parseOnly({ body }: HttpRequest): Promise<HttpReply> {
  parse(body);
  return { status: 200, headers: JSON_TYPE, body: OK };
}

const nodeAlone: RequestListener = (request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    parse(Buffer.concat(parts));
    response.writeHead(200, { ...JSON_TYPE, "content-length": OK.length }).end(OK);
  });
};

async function open(): Promise<RequestListener> {
  if (mode === "node") return nodeAlone;
  const handler =
    mode === "parse" ? { handle: parseOnly } : await createHoglet({ projectToken: "phc_bench", ...(file && { file }) });
  return toNodeHandler(h3Adapter(handler)) as RequestListener;
}

const server = createServer(await open());
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
createInterface({ input: process.stdin }).on("line", () => {
  process.stdout.write(`${process.memoryUsage.rss()}\n`);
});
