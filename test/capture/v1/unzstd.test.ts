import { suite } from "uvu";
import * as assert from "uvu/assert";
import { unzstd } from "../../../lib/capture/v1/unzstd.ts";
import { endlessZstd, HEDGEHOG, HEDGEHOG_ZSTD, repeatedZstd, skippableZstd, storedZstd } from "./zstd-vectors.ts";

const LIMIT = 1_000_000;

function read(data: Uint8Array): string {
  return Buffer.from(unzstd(data, LIMIT)).toString();
}

const zstd = suite("unzstd");

zstd("joins frames and skips those meant to be skipped", () => {
  const data = Buffer.concat([
    skippableZstd(Buffer.from("note")),
    HEDGEHOG_ZSTD,
    storedZstd(Buffer.from(" and ")),
    skippableZstd(Buffer.alloc(0)),
    HEDGEHOG_ZSTD,
  ]);
  assert.is(read(data), `${HEDGEHOG} and ${HEDGEHOG}`);
});

zstd("works on a view into a larger buffer", () => {
  const around = Buffer.concat([Buffer.from("before"), HEDGEHOG_ZSTD, Buffer.from("after")]);
  assert.is(read(around.subarray(6, 6 + HEDGEHOG_ZSTD.length)), HEDGEHOG);
});

zstd("counts the output of all frames together", () => {
  const half = repeatedZstd(LIMIT / 2);
  assert.is(unzstd(Buffer.concat([half, half]), LIMIT).length, LIMIT);
  assert.throws(() => unzstd(Buffer.concat([half, half, storedZstd(Buffer.from("x"))]), LIMIT), /More than 1000000/);
});

zstd("takes a window of 8 MiB and none that is larger", () => {
  const content = Buffer.from("x");
  assert.is(read(storedZstd(content, 0x68)), "x");
  assert.throws(() => read(storedZstd(content, 0x69)), /window is larger/);
  assert.throws(() => read(storedZstd(content, 0xff)), /window is larger/);
});

zstd("looks at the window of every frame", () => {
  const data = Buffer.concat([storedZstd(Buffer.from("x")), storedZstd(Buffer.from("x"), 0xa0)]);
  assert.throws(() => read(data), /window is larger/);
});

zstd("ends a block that would be copied for minutes", () => {
  assert.throws(() => unzstd(endlessZstd(), LIMIT), /timed out/);
});

zstd("refuses what is no zstd, and what ends too soon anywhere", () => {
  assert.throws(() => read(Buffer.from("{}{}{}{}")), /Expected a zstd frame/);
  for (let end = 1; end < HEDGEHOG_ZSTD.length; end++) assert.throws(() => read(HEDGEHOG_ZSTD.subarray(0, end)));
  assert.throws(() => read(skippableZstd(Buffer.from("note")).subarray(0, 10)), /ends inside a frame/);
});

zstd("gives nothing for nothing", () => assert.is(read(Buffer.alloc(0)), ""));

zstd.run();
