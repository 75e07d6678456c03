import { spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import * as assert from "uvu/assert";
import { buildExamples } from "../adapters/testing/build-examples.ts";
import type { BuiltExamples } from "../adapters/testing/build-examples.ts";

/** The built hoglet in a `node_modules`, beside the apps and configurations of this folder. */
export function buildApp(): BuiltExamples {
  const built = buildExamples();
  cpSync("test/environments", built.folder, { recursive: true, filter: (path) => !path.endsWith(".ts") });
  return built;
}

/** Runs a script that does the steps. @returns those that failed, with their messages */
export async function failedSteps(args: readonly string[], folder: string, env: Record<string, string> = {}) {
  const output = await runNode(args, folder, env);
  const [, told] = /FAILED (\{.*\})/.exec(output) ?? [];
  assert.ok(told, output);
  return JSON.parse(told ?? "{}") as Record<string, string>;
}

/** @returns all that it wrote */
export function runNode(args: readonly string[], folder: string, env: Record<string, string> = {}): Promise<string> {
  // Runs inside must not inherit these variables: node:test would take itself for a child of another run.
  const { NODE_TEST_CONTEXT: _, NODE_V8_COVERAGE: __, NODE_OPTIONS: ___, ...outer } = process.env;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: folder, env: { ...outer, ...env } });
    let output = "";
    const hear = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("close", () => resolve(stripVTControlCharacters(output)));
  });
}
