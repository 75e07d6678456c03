import { suite } from "uvu";
import * as assert from "uvu/assert";
import { unpackedLimit, wireLimit } from "../../../lib/ingest/capture/limit.ts";

const wire = suite("wireLimit");
wire("is 20 MiB, and 25 MiB for recordings", () => {
  assert.is(wireLimit("/e"), 20_971_520);
  assert.is(wireLimit("/s"), 26_214_400);
});
wire.run();

const unpacked = suite("unpackedLimit");
unpacked("is 20 MiB, and 250 times what was sent, but never less than 256 KiB", () => {
  assert.is(unpackedLimit(20_000_000), 20_971_520);
  assert.is(unpackedLimit(10_000), 2_500_000);
  assert.is(unpackedLimit(10), 262_144);
  assert.is(unpackedLimit(10_000, 1000), 1000);
});
unpacked.run();
