import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "h3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { holdBytes, MOST_HELD_BYTES } from "../../adapters/h3/held-bytes.ts";
import { h3Adapter } from "../../adapters/h3/index.ts";
import { createHoglet } from "../../lib/index.ts";
import { whenAll } from "../support/rounds.ts";

const flights = suite("security: bodies in flight");

whenAll(flights)(
  "beyond 48 MiB of bodies a large one gets 503 with Retry-After, a small one is taken, and answers give all back",
  async () => {
    await using hoglet = await createHoglet({ projectToken: "phc_1" });
    const server = createServer(toNodeHandler(h3Adapter(hoglet))).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/e/`;
    const post = (chars: number) =>
      fetch(url, {
        method: "POST",
        headers: { origin: "https://app.example" },
        body: JSON.stringify({
          api_key: "phc_1",
          event: "a",
          distinct_id: "u",
          properties: { text: "x".repeat(chars) },
        }),
      });
    const others = holdBytes();
    assert.ok(others.grow(MOST_HELD_BYTES));
    const refused = await post(1_000_000);
    assert.equal([refused.status, refused.headers.get("retry-after")], [503, "1"]);
    assert.is(refused.headers.get("access-control-allow-origin"), "https://app.example");
    assert.is((await post(1000)).status, 200);
    others.release();
    // More than there is room for, were it not given back.
    for (let index = 0; index < 100; index++) assert.is((await post(900_000)).status, 200);
    server.close();
    server.closeAllConnections();
  },
);

flights.run();
