import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isFromHere, isOwnRequest } from "../../../adapters/ui/own-request.ts";

const own = suite("isOwnRequest");

const CASES: [says: string, method: string, headers: Record<string, string>, isOwn: boolean][] = [
  ["of the same origin", "POST", { "sec-fetch-site": "same-origin" }, true],
  ["of another origin of the same site, such as another port", "POST", { "sec-fetch-site": "same-site" }, false],
  ["of another site", "GET", { "sec-fetch-site": "cross-site" }, false],
  ["of another site that claims our header", "POST", { "sec-fetch-site": "cross-site", "x-hoglet-page": "1" }, false],
  ["of an address that was typed", "GET", { "sec-fetch-site": "none" }, true],
  ["of an address that was typed, but for writing", "POST", { "sec-fetch-site": "none" }, false],
  ["of a browser that does not say, without our header", "GET", {}, false],
  ["of a browser that does not say, with our header", "GET", { "x-hoglet-page": "1" }, true],
  ["with our header and our origin", "POST", { "x-hoglet-page": "1", origin: "http://a:1", host: "a:1" }, true],
  ["with our header and another origin", "POST", { "x-hoglet-page": "1", origin: "http://b:1", host: "a:1" }, false],
  [
    "with our header and an origin that is hidden",
    "POST",
    { "x-hoglet-page": "1", origin: "null", host: "a:1" },
    false,
  ],
];

for (const [says, method, headers, isOwn] of CASES) {
  own(`a request ${says} is ${isOwn ? "the page's" : "not the page's"}`, () => {
    assert.is(isOwnRequest({ method, headers }), isOwn);
  });
}

own.run();

const here = suite("isFromHere");

const HERE = { headers: { host: "127.0.0.1:8010" }, ip: "127.0.0.1" };

here("names and addresses of this machine, with a port or without", () => {
  for (const host of ["localhost", "LOCALHOST:8010", "127.0.0.1", "127.0.0.1:80", "127.9.9.9:1", "[::1]:8010"]) {
    assert.ok(isFromHere({ ...HERE, headers: { host } }), host);
  }
});

here("names that only lead here are none, nor is a request without a name", () => {
  for (const host of ["evil.example:8010", "127.0.0.1.evil.example", "localhost.evil.example", "0.0.0.0:8010", ""]) {
    assert.not.ok(isFromHere({ ...HERE, headers: { host } }), host);
  }
  assert.not.ok(isFromHere({ ...HERE, headers: {} }));
});

here("a client of another machine is not, whatever host it names, nor one whose address is not known", () => {
  for (const ip of ["127.0.0.1", "127.1.2.3", "::1"]) assert.ok(isFromHere({ ...HERE, ip }), ip);
  for (const ip of ["10.0.0.7", "203.0.113.9", "fe80::1", "", null])
    assert.not.ok(isFromHere({ ...HERE, ip }), `${ip}`);
});

here("what a proxy passes on is not, although proxies name this machine as the host", () => {
  for (const name of ["forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"]) {
    assert.not.ok(isFromHere({ ...HERE, headers: { ...HERE.headers, [name]: "127.0.0.1" } }), name);
  }
  assert.ok(isFromHere({ ...HERE, headers: { ...HERE.headers, "x-forwarded": undefined, "user-agent": "via" } }));
});

here.run();
