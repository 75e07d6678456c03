import { gunzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compressed } from "../../../adapters/h3/compressed.ts";

const JSON_TYPE = { "content-type": "application/json" };
const LARGE = JSON.stringify({ text: "events ".repeat(1000) });
const ANSWER = { status: 200, headers: JSON_TYPE, body: LARGE };

const tests = suite("compressed");

for (const accepted of ["gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.5", "*", "GZIP"]) {
  tests(`sends gzip to a client that accepts ${accepted}`, async () => {
    const { status, headers, body } = await compressed(ANSWER, accepted);
    assert.is(status, 200);
    assert.equal(headers, { ...JSON_TYPE, vary: "accept-encoding", "content-encoding": "gzip" });
    assert.is(gunzipSync(body as Uint8Array).toString("utf8"), LARGE);
  });
}

for (const accepted of [undefined, "", "br", "gzip;q=0", "*;q=0", "gzip;q=0, *"]) {
  tests(`sends plain text to a client that accepts ${accepted ?? "no header"}`, async () => {
    const reply = await compressed(ANSWER, accepted);
    assert.equal(reply, { ...ANSWER, headers: { ...JSON_TYPE, vary: "accept-encoding" } });
  });
}

tests("keeps what the answer varies by already", async () => {
  const { headers } = await compressed({ ...ANSWER, headers: { ...JSON_TYPE, vary: "origin" } }, "gzip");
  assert.is(headers["vary"], "origin, accept-encoding");
});

const stream = (async function* () {
  yield LARGE;
})();

for (const [what, reply] of Object.entries({
  "a small answer": { status: 200, headers: JSON_TYPE, body: '{"status":1}' },
  "a stream": { status: 200, headers: { "content-type": "text/event-stream" }, body: stream },
  "an answer without a body": { status: 204, headers: {}, body: null },
  "bytes that are encoded already": {
    status: 200,
    headers: { "content-encoding": "gzip" },
    body: new Uint8Array(5000),
  },
  "a file of another type": { status: 200, headers: { "content-type": "text/csv" }, body: LARGE },
})) {
  tests(`leaves ${what} as it is`, async () => {
    assert.is(await compressed(reply, "gzip"), reply);
  });
}

tests.run();
