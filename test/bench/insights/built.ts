import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const DIST = new URL("../../../dist/", import.meta.url);

/** The built command, as users run it: no compiler delays a cold start. */
export const BUILT_COMMAND = fileURLToPath(new URL("bin/hoglet.js", DIST));

/** Builds the product. @throws Error with the compiler's output */
export async function build(): Promise<void> {
  const child = spawn("npm", ["run", "--silent", "build"], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`The build failed: ${said}`);
}

/** Loads the built library, so that opening is not charged for it. */
export async function loadBuilt(): Promise<typeof import("../../../lib/index.ts")> {
  return (await import(new URL("index.js", DIST).href)) as typeof import("../../../lib/index.ts");
}
