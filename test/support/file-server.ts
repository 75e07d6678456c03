/** A server over the file named on the command line, for tests that kill it. Prints its port when it listens. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "h3/node";
import { h3Adapter } from "../../adapters/h3/index.ts";
import { createHoglet } from "../../lib/index.ts";

const file = process.argv[2];
if (file === undefined) throw new Error("expected the path of a database");
const hoglet = await createHoglet({ file, projectToken: "phc_test" });
const server = createServer(toNodeHandler(h3Adapter(hoglet)));
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
