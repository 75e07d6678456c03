import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isOversized, trimmed } from "../../../lib/people/persons/property-size.ts";

const LIMIT = 640 * 1024;

/** `{"a":"xxx…"}` of exactly this many bytes. */
function ofSize(sizeBytes: number): Record<string, unknown> {
  return { a: "x".repeat(sizeBytes - 8) };
}

const oversized = suite("isOversized");

oversized("G29 counts bytes of JSON, however small the event is that brought them", () => {
  assert.is(Buffer.byteLength(JSON.stringify(ofSize(LIMIT))), LIMIT);
  assert.is(isOversized(ofSize(LIMIT), 10), false);
  assert.is(isOversized(ofSize(LIMIT + 1), 10), true);
  assert.is(isOversized({ a: "é".repeat(LIMIT / 2) }, 10), true);
  assert.is(isOversized({ a: ["x".repeat(LIMIT)] }, 10), true);
  assert.is(isOversized({ ["k".repeat(LIMIT)]: 1 }, 10), true);
  const many = Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`key ${index}`, "x".repeat(1000)]));
  assert.is(isOversized(many, 10), true);
});

oversized.run();

const trimming = suite("trimmed");

trimming("G29 drops the largest values, so many that 512 KiB are left, and keeps all others", () => {
  const large = { a: "a".repeat(300_000), b: "b".repeat(400_000), c: 1, d: "d".repeat(200_000) };
  const { b: _, ...rest } = large;
  assert.equal(trimmed(large), rest);
  assert.ok(Buffer.byteLength(JSON.stringify(trimmed(large))) <= 512 * 1024);
  assert.equal(trimmed({ a: "a".repeat(600_000) }), {});
  assert.equal(trimmed({ a: 1 }), { a: 1 });
});

trimming.run();
