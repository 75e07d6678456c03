import { suite } from "uvu";
import * as assert from "uvu/assert";
import { unpackedLimit, wireLimit } from "../../lib/capture/limit.ts";

const wire = suite("wireLimit");
wire("is 20 MiB, and 25 MiB for recordings", () => {
  assert.is(wireLimit("/e"), 20_971_520);
  assert.is(wireLimit("/s"), 26_214_400);
});
wire.run();

const unpacked = suite("unpackedLimit");
unpacked("is five times the wire's", () => {
  assert.is(unpackedLimit("/e"), 104_857_600);
  assert.is(unpackedLimit("/s"), 131_072_000);
});
unpacked.run();
