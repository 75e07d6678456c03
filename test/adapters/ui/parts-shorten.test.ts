import { suite } from "uvu";
import * as assert from "uvu/assert";
import { shorten } from "../../../adapters/ui/page/parts/shorten.ts";

const shortening = suite("shorten");

shortening("cuts what is too long", () => {
  assert.is(shorten("/pricing", 8), "/pricing");
  assert.is(shorten("/pricing", 5), "/pri…");
});

shortening("parts no emoji", () => {
  assert.is(shorten("🦔🦔🦔🦔", 3), "🦔🦔…");
  assert.is(shorten("🦔🦔🦔", 3), "🦔🦔🦔");
});

shortening.run();
