import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "h3";
import type { H3 } from "h3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { h3Adapter } from "../../../adapters/h3/index.ts";
import { createHoglet } from "../../../lib/index.ts";

const hosts = suite("a request that names two hosts");

/** The status of a request that is sent as it stands; clients of HTTP would refuse or mend it. */
async function statusOf(port: number, target: string, headers: readonly string[]): Promise<number> {
  const socket = connect(port, "127.0.0.1");
  socket.end([`GET ${target} HTTP/1.1`, ...headers, "connection: close", "", ""].join("\r\n"));
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return Number(text.split(" ")[1] ?? 0);
}

hosts("is refused, whether a second header or an absolute target names the other", async () => {
  await using hoglet = await createHoglet();
  const server = createServer(toNodeHandler(h3Adapter<H3>(hoglet))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const [target, headers, expected] of [
    ["/_liveness", ["Host: a.test", "host: b.test"], 400],
    ["/_liveness", ["Host: a.test", "HOST: a.test"], 400],
    ["http://b.test/_liveness", ["host: a.test"], 400],
    ["http://a.test:81/_liveness", ["host: a.test"], 400],
    ["http://a.test/_liveness", ["host: "], 400],
    ["HTTP://A.test:80/_liveness", ["host: a.test"], 200],
    ["http://[::1]:81/_liveness", ["host: [0:0::1]:81"], 200],
    ["/_liveness", ["host: a.test"], 200],
  ] as const) {
    assert.is(await statusOf(port, target, headers), expected, `${target} ${headers.join()}`);
  }
  server.close();
});

hosts.run();
