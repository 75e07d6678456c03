import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { KIND, readModules, toScript } from "./script.ts";

const GUEST = new URL("../guest/", import.meta.url);
const resolve = createRequire(import.meta.url).resolve;

/**
 * Packages that the guest runs besides its own files. buffer: the browser's Buffer, by which bundlers have replaced Node's for
 * a decade; it needs the two others.
 */
const PACKAGES = { buffer: "buffer/index.js", "base64-js": "base64-js/index.js", ieee754: "ieee754/index.js" };

let prelude: Promise<string> | undefined;

/** The script that makes a plugin's world: an expression that gives `createGuest` (guest/main.ts). */
export function toPrelude(): Promise<string> {
  prelude ??= bundle();
  return prelude;
}

async function bundle(): Promise<string> {
  const packages = Object.entries(PACKAGES).map(([name, file]) => [name, readFileSync(resolve(file), "utf8")]);
  const modules = {
    ...(await readModules(GUEST, "main")),
    ...(Object.fromEntries(packages) as Record<string, string>),
  };
  return `${toScript(modules)}("./main${KIND}").createGuest`;
}
