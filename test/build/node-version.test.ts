import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import manifest from "../../package.json" with { type: "json" };

const SOURCE = readFileSync("build/node-version.cjs", "utf8");

/** The guard's message for a runtime with these versions; null = the runtime passes. */
function say(versions: Record<string, string>): string | null {
  // eslint-disable-next-line no-new-func -- a module of CommonJS, whose `process` is another
  const guard = new Function("require", "process", SOURCE) as (require: unknown, process: unknown) => void;
  try {
    guard(() => manifest, { versions });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const it = suite("node-version.cjs");

it("refuses a Node without what hoglet uses, in a sentence that names both versions", () => {
  for (const node of ["0.12.18", "18.20.8", "20.20.2", "22.14.0"]) {
    assert.is(say({ node }), `hoglet needs Node 22.15 or newer; this is Node ${node}.`);
  }
  for (const node of ["23.0.0", "23.7.0"]) {
    assert.is(say({ node }), `hoglet needs Node 22.15 or newer (of Node 23: 23.8); this is Node ${node}.`);
  }
});

it("lets the others pass, and runtimes that are only like a Node", () => {
  for (const node of ["22.15.0", "22.21.1", "23.8.0", "23.11.1", "24.0.0", "24.21.0", "26.3.0", "100.0.0"]) {
    assert.is(say({ node }), null);
  }
  assert.is(say({ node: "20.11.1", deno: "2.0.0" }), null);
  assert.is(say({ node: "23.0.0", bun: "1.1.0" }), null);
});

it.run();
