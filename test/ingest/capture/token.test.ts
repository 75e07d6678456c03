import { suite } from "uvu";
import * as assert from "uvu/assert";
import { agreedToken, parseToken, tokenOf } from "../../../lib/ingest/capture/token.ts";
import type { TokenFields } from "../../../lib/ingest/capture/token.ts";
import { refusal } from "./refusal.ts";

const owns = suite("tokenOf");

owns("reads any one of three names", () => {
  for (const fields of [{ token: "a" }, { $token: "a" }, { api_key: "a" }] as TokenFields[]) {
    assert.is(tokenOf(fields), "a");
  }
  assert.is(tokenOf({}), null);
  assert.is(tokenOf({ token: null }), null);
});

owns("C14 refuses two names, even of null, and what is no text", () => {
  const duplicate = "400 failed to parse request: duplicate field `token`";
  assert.is(
    refusal(() => tokenOf({ token: "a", api_key: "a" })),
    duplicate,
  );
  assert.is(
    refusal(() => tokenOf({ $token: null, api_key: "a" })),
    duplicate,
  );
  assert.is(
    refusal(() => tokenOf({ token: 5 })),
    "400 failed to parse request: token must be a string, not number",
  );
});

owns.run();

const agrees = suite("agreedToken");

agrees("C5 lets events without a token go along", () => {
  assert.is(agreedToken([null, "a", null, "a"]), "a");
});

agrees("C4 refuses two different ones", () => {
  assert.is(
    refusal(() => agreedToken(["a", null, "b"])),
    "401 batch submitted with inconsistent api_key values",
  );
});

agrees("refuses none at all", () => {
  assert.is(
    refusal(() => agreedToken([null])),
    "401 event submitted without an api_key",
  );
});

agrees.run();

const parses = suite("parseToken");

const ROWS: { case?: string; token: string; gives: string }[] = [
  { token: "phc_demo", gives: "phc_demo" },
  { token: " phc_demo\n", gives: "phc_demo" },
  { case: "C7", token: "", gives: "empty" },
  { case: "C7", token: "  ", gives: "empty" },
  { case: "C8", token: "x".repeat(65), gives: "too_long" },
  { case: "C8", token: "x".repeat(64), gives: "x".repeat(64) },
  { token: "hellö", gives: "not_ascii" },
  { case: "C10", token: "phx_hellothere", gives: "personal_api_key" },
  { case: "C11", token: "hello\0there", gives: "null_byte" },
];

for (const row of ROWS) {
  parses(`${row.case ?? "–"} reads ${JSON.stringify(row.token)} as ${row.gives}`, () => {
    if (row.gives === row.token.trim()) assert.is(parseToken(row.token), row.gives);
    else
      assert.is(
        refusal(() => parseToken(row.token)),
        `401 API key is not valid: ${row.gives}`,
      );
  });
}

parses.run();
