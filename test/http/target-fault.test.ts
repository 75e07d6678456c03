import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isPlainTarget, targetFault } from "../../lib/http/target-fault.ts";
import { requestLimits } from "../../lib/base/request-limits.ts";

const faults = suite("targetFault");

const of = (url: string, host?: string) =>
  targetFault({ url, headers: host === undefined ? {} : { host } })?.attr ?? null;

faults("a path is plain when a URL parser leaves it as it is", () => {
  const parts = ["a", "..", ".", "%2e", "%2E%2e", ".%2e", "...", "a..b", "%252e", "", "a%20b", "é", "\\", "%5c", "%2F"];
  for (const first of parts) {
    for (const second of parts) {
      const path = `/x/${first}/${second}/z`;
      // A URL parser drops dot segments, so there are fewer. Encoded separators stay in it; proxies decode them.
      const isKept = new URL(`http://h${path}`).pathname.split("/").length === path.split("/").length;
      assert.is(isPlainTarget(path), isKept && !/\\|%5c|%2f/i.test(path), path);
      assert.is(isPlainTarget(`http://h${path}?a=/../`), isPlainTarget(path), path);
    }
  }
});

faults("names what is at fault", () => {
  assert.is(of("/a?b=../c"), null);
  assert.is(of("/a", "localhost:80"), null);
  assert.is(of("/a", "x:99999"), "host");
  assert.is(of("http://x:99999/a"), "host");
  assert.is(of("http://x/a/../b"), "path");
  assert.is(of("/a/%2e%2e"), "path");
  for (const path of ["/a/..;/b", "/a/%2e%2e;x=1", "/a/.%3b"]) assert.is(of(path), "path");
  assert.is(of("/a/b;x=1"), null);
  assert.is(of(`/a?${"b&".repeat(requestLimits.fields + 1)}`), "query");
  assert.is(targetFault({ url: `/${"a".repeat(requestLimits.targetChars)}`, headers: {} })?.status, 414);
});

faults.run();
