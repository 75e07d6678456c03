import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createChunkSizer } from "../../../lib/log/chunks/chunk-size.ts";

const sizes = suite("createChunkSizer");

sizes("aims at 8,500 bytes of a chunk, within its bounds, and learns nothing from the short end of a log", () => {
  const sizer = createChunkSizer();
  assert.is(sizer.textBytes, 48 * 1024);
  sizer.see(40_000, 10_000);
  assert.is(sizer.textBytes, 34_000);
  sizer.see(1000, 900);
  assert.is(sizer.textBytes, 34_000);
  sizer.see(40_000, 39_000);
  assert.is(sizer.textBytes, 24 * 1024);
  sizer.see(40_000, 400);
  assert.is(sizer.textBytes, 64 * 1024);
});

sizes.run();
