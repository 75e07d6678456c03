import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { COMPILED_FILE, compileKernels } from "../../../../build/compile-kernels.ts";
import { COMPILED_BYTES } from "../../../../lib/engines/columns/kernels/compiled-bytes.ts";
import { compiledFor, openKernelMemory, openPart } from "../../../../lib/engines/columns/kernels/compiled.ts";
import { openCompiledArena, withoutKernels } from "./kernel-part.ts";
import { whenAll } from "../../../support/rounds.ts";

const compiled = suite("compiled kernels");

whenAll(compiled)("are what `npm run kernels` makes of their sources, in 20 kB", async () => {
  assert.is(readFileSync(COMPILED_FILE, "utf8"), await compileKernels());
  assert.ok(COMPILED_BYTES.length <= 20_000);
});

compiled("see the columns of one memory only, and none of another kind", () => {
  const [own, other] = [openCompiledArena(), openCompiledArena(3)];
  const [one, two] = [own.takeForKernels(Uint32Array, 5), own.takeForKernels(Float64Array, 5)];
  assert.ok(compiledFor(one, two));
  assert.is(compiledFor(one, other.takeForKernels(Uint32Array, 5)), null);
  assert.is(compiledFor(one, new Uint32Array(5)), null);
  assert.is(compiledFor(new Uint32Array(5), one), null);
  assert.is(compiledFor(own.takeForKernels(Uint8Array, 5_000_000)), null, "more than a part");
  own.clear();
  assert.is(compiledFor(own.takeForKernels(Uint32Array, 5)), null, "the question is over");
});

compiled("leave it to JavaScript where there is no memory for them, or no part for the thread", () => {
  assert.is(
    withoutKernels(() => openKernelMemory(0, 1)),
    null,
  );
  assert.is(openKernelMemory(0, 2 ** 40), null);
  const memory = openKernelMemory(0, 1);
  assert.ok(memory);
  assert.ok(openPart(memory, 3));
  assert.is(openPart(memory, 4), null);
});

compiled.run();
