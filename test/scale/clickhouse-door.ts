import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import * as assert from "uvu/assert";
import { sayMissing } from "../support/skipped.ts";

/** ClickHouse in a process of its own. */
export interface ClickhouseDoor {
  /** The folder of all its files. */
  folder: string;
  url: string;
  password: string;
  /** Runs a statement. */
  run(sql: string): Promise<void>;
  /** Ends the process at once, as a loss of power would. */
  kill(): Promise<void>;
  /** Starts it again on the same folder and port. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

/** Is the package of ClickHouse installed? */
export const hasClickhouse = existsSync(new URL("node_modules/chdb", import.meta.url));

/** Leaves a test out where ClickHouse is not installed, and says how to have it. The file still has a test: the runner wants one. */
export function skip(test: (name: string, run: () => void) => void, name: string): void {
  sayMissing("the engine on ClickHouse", "npm ci --prefix test/scale, then npm run test:scale");
  test(`left out: ${name}`, () => assert.not.ok(hasClickhouse));
}

const PASSWORD = "p:w\\d'ö";

/** Starts ClickHouse on an empty folder. */
export async function openDoor(): Promise<ClickhouseDoor> {
  const folder = mkdtempSync(join(tmpdir(), "hoglet-scale-"));
  let child: ChildProcess | undefined;
  let port = "0";
  const start = async () => {
    const script = new URL("door.mjs", import.meta.url).pathname;
    const { NODE_OPTIONS: _, ...env } = process.env;
    const own = spawn(process.execPath, [script, join(folder, "data"), PASSWORD, port], {
      env,
      stdio: ["pipe", "pipe", "inherit"],
    });
    child = own;
    for await (const line of createInterface({ input: own.stdout })) {
      port = line;
      return;
    }
    throw new Error("ClickHouse did not start.");
  };
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  await start();
  return {
    folder,
    url: `http://127.0.0.1:${port}`,
    password: PASSWORD,
    async run(sql) {
      const response = await fetch(`http://127.0.0.1:${port}`, {
        method: "POST",
        headers: { authorization: `Basic ${Buffer.from(`default:${PASSWORD}`).toString("base64")}` },
        body: sql,
      });
      assert.ok(response.ok, await response.text());
    },
    kill,
    start,
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
