/**
 * A hoglet over a file that listens on a free port of loopback, until it is killed: `upstream-runner.ts <file>`. Prints the
 * port; then a line for each request that it has stored and not answered yet.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createHoglet } from "../../../../lib/index.ts";

const [file = ""] = process.argv.slice(2);
const hoglet = await createHoglet({ file, projectToken: "phc_theirs" });
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const { method = "GET", url = "/", headers } = request;
  const reply = await hoglet.handle({
    method,
    url: `http://upstream.local${url}`,
    headers: headers as Record<string, string>,
    body,
    ip: "127.0.0.1",
  });
  process.stdout.write("stored\n");
  // Time in which a test can kill the process between storing and answering.
  setTimeout(() => response.writeHead(reply.status, reply.headers).end(reply.body), 10);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
