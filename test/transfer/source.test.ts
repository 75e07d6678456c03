import { Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readLines } from "../../lib/transfer/source.ts";
import type { Source } from "../../lib/transfer/index.ts";

const reading = suite("readLines");

async function read(source: Source): Promise<[number, unknown][]> {
  const lines: [number, unknown][] = [];
  for await (const batch of readLines(source)) for (const { number, content } of batch) lines.push([number, content]);
  return lines;
}

async function* later<T>(...items: T[]): AsyncGenerator<T> {
  for (const item of items) {
    await Promise.resolve();
    yield item;
  }
}

reading("cuts text at line ends; the last line may have none", async () => {
  assert.equal(await read("a\nb"), [
    [1, "a"],
    [2, "b"],
  ]);
  assert.equal(await read("a\nb\n"), await read("a\nb"));
});

reading("counts blank lines but passes them over", async () => {
  assert.equal(await read("\n  \r\na\n\n\nb\n\n"), [
    [3, "a"],
    [6, "b"],
  ]);
  assert.equal(await read(["", "a", " ", "b"]), [
    [2, "a"],
    [4, "b"],
  ]);
  assert.equal(await read(""), []);
});

reading("passes over a BOM in text and in bytes", async () => {
  assert.equal(await read("\ufeffa\nb"), await read("a\nb"));
  assert.equal(await read(new TextEncoder().encode("\ufeffa\nb")), await read("a\nb"));
});

reading("takes each text of an iterable as a line, whatever its end", async () => {
  assert.equal(await read(["a", "b\n", "c\r\n", "d\ne"]), [
    [1, "a"],
    [2, "b"],
    [3, "c\r"],
    [4, "d"],
    [5, "e"],
  ]);
  assert.equal(await read(later("a", "b")), await read("a\nb"));
});

reading("hands objects on as they are", async () => {
  const object = { kind: "x" };
  assert.equal(await read([object, "b", object]), [
    [1, object],
    [2, "b"],
    [3, object],
  ]);
});

reading("joins the pieces of a byte stream, also inside a character", async () => {
  const bytes = new TextEncoder().encode("ä😀\nü\nß");
  const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
  const expected = await read("ä😀\nü\nß");
  assert.equal(await read(later(...pieces)), expected);
  assert.equal(await read(Readable.from(pieces, { objectMode: false })), expected);
});

reading("joins the pieces of text streams", async () => {
  const node = Readable.from([Buffer.from("ab"), Buffer.from("c\nd"), Buffer.from("e")], { objectMode: false });
  node.setEncoding("utf8");
  assert.equal(await read(node), await read("abc\nde"));
  const web = new ReadableStream<string>({
    start(controller) {
      for (const piece of ["ab", "c\nd", "e"]) controller.enqueue(piece);
      controller.close();
    },
  });
  assert.equal(await read(web), await read("abc\nde"));
});

async function sizes(source: Source): Promise<number[]> {
  const found: number[] = [];
  for await (const batch of readLines(source)) found.push(batch.length);
  return found;
}

reading("hands on a thousand lines at most, fewer when they are long", async () => {
  assert.equal(await sizes(Array.from({ length: 2500 }, () => "x")), [500, 500, 500, 500, 500]);
  assert.equal(await sizes(Array.from({ length: 5 }, () => "x".repeat(2_200_000))), [2, 2, 1]);
});

reading("refuses what has no lines", async () => {
  for (const source of [5, null, { kind: "event" }]) {
    try {
      await read(source as unknown as Source);
      assert.unreachable();
    } catch (error) {
      assert.match((error as Error).message, /^source: Expected NDJSON text or an iterable/);
    }
  }
});

reading.run();
