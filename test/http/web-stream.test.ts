import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toWebStream } from "../../lib/http/web-stream.ts";

const streams = suite("toWebStream");

streams("gives UTF-8 of texts, and bytes that belong to the reader alone", async () => {
  const shared = Buffer.from("data: 1");
  const pieces = async function* () {
    yield ": é";
    yield shared;
  };
  const read: Uint8Array[] = [];
  for await (const piece of toWebStream(pieces())) read.push(piece);
  assert.equal(
    read.map((piece) => Buffer.from(piece).toString()),
    [": é", "data: 1"],
  );
  for (const piece of read) piece.fill(0);
  assert.is(shared.toString(), "data: 1");
});

streams.run();
