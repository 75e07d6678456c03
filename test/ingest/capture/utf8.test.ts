import { suite } from "uvu";
import * as assert from "uvu/assert";
import { notUtf8, decodeUtf8 } from "../../../lib/ingest/capture/utf8.ts";
import { refusal } from "./refusal.ts";

const texts = suite("toText");

texts("decodes what is UTF-8", () => {
  for (const text of ["", "a", "π🦔", "\0"]) assert.is(decodeUtf8(Buffer.from(text)), text);
});

texts("refuses surrogates, overlong forms and stray bytes", () => {
  for (const hex of ["ff", "c0af", "eda080", "f0908d", "80"]) {
    assert.is(
      refusal(() => decodeUtf8(Buffer.from(hex, "hex"))),
      "400 failed to decode request: invalid UTF8 in request payload",
    );
  }
});

texts.run();

const refusals = suite("notUtf8");

refusals("is a 400", () => assert.is(notUtf8().status, 400));

refusals.run();
