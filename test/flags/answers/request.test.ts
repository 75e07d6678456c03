import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseFlagsRequest } from "../../../lib/flags/answers/index.ts";
import { computedMs } from "../../support/computed.ts";

function idOf(id: unknown): string {
  return parseFlagsRequest(JSON.stringify({ token: "phc_a", distinct_id: id }), null).distinctId;
}

function keysOf(more: object): ReadonlySet<string> | null {
  return parseFlagsRequest(JSON.stringify({ token: "phc_a", distinct_id: "u", ...more }), null).keys;
}

const request = suite("parseFlagsRequest");

request("finds the token under each of its names, and last in the query", () => {
  for (const name of ["token", "$token", "api_key"]) {
    assert.is(parseFlagsRequest(JSON.stringify({ [name]: "phc_a", distinct_id: "u" }), "phc_q").token, "phc_a");
  }
  assert.is(parseFlagsRequest('{"distinct_id":"u"}', "phc_q").token, "phc_q");
});

request("takes a number or an empty text as distinct id, and cuts at 200", () => {
  assert.is(idOf(42), "42");
  assert.is(idOf(""), "");
  assert.is(idOf("x".repeat(201)), "x".repeat(200));
});

request("reads which flags are asked about", () => {
  assert.is(keysOf({}), null);
  assert.equal([...(keysOf({ flag_keys_to_evaluate: ["a", 1, "b"] }) ?? [])], ["a", "b"]);
  assert.equal([...(keysOf({ disable_flags: true, distinct_id: undefined }) ?? ["all"])], []);
});

request("reads NaN and Infinity as null, but not inside a text", () => {
  const text = '{"token":"t","person_properties":{"n":NaN,"m":-Infinity},"distinct_id":"NaN \\"NaN"}';
  assert.is(parseFlagsRequest(text, null).distinctId, 'NaN "NaN');
});

request("refuses a long text that never ends as fast as any other", () => {
  const startMs = computedMs();
  assert.throws(() => parseFlagsRequest(`"${'\\"'.repeat(500_000)}`, null), /failed to parse request/);
  assert.throws(() => parseFlagsRequest(`"${"\\n".repeat(2_000_000)}" NaN`, null), /failed to parse request/);
  // Half a second; looking for the end again from every place would take hours.
  assert.ok(computedMs() - startMs < 5000);
});

request("refuses with the status that SDKs expect", () => {
  const rows: [text: string, status: number, detail: RegExp][] = [
    ['{"distinct_id":"u"}', 401, /without an api_key/],
    ['{"token":"phx_secret","distinct_id":"u"}', 401, /personal_api_key/],
    ['{"token":"phc_a"}', 400, /without a distinct_id/],
    ['{"token":"phc_a","distinct_id":null}', 400, /without a distinct_id/],
    ["[]", 400, /expected an object/],
    ["{", 400, /failed to parse request/],
    ["{NaN", 400, /failed to parse request/],
  ];
  for (const [text, status, detail] of rows) {
    try {
      parseFlagsRequest(text, null);
      assert.unreachable(text);
    } catch (error) {
      const thrown = error as { status: number; detail: string };
      assert.is(thrown.status, status, text);
      assert.match(thrown.detail, detail);
    }
  }
});

request.run();
