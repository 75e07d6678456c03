import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A posthog-js that is installed on this machine. */
export interface InstalledSdk {
  version: string;
  /** The folder with the scripts that browsers load. */
  folder: string;
}

/**
 * Finds the posthog-js that a file in one of these folders would import; the first folder with a posthog-js decides. It
 * searches at each call, so that installing it needs no restart.
 */
export function findInstalledSdk(folders: readonly string[]): InstalledSdk | undefined {
  for (const folder of folders) {
    const manifest = locate(folder);
    if (manifest !== undefined) return { version: versionOf(manifest), folder: join(dirname(manifest), "dist") };
  }
  return undefined;
}

function locate(folder: string): string | undefined {
  try {
    // The file need not exist: only its folder matters.
    return createRequire(join(folder, "app.js")).resolve("posthog-js/package.json");
  } catch {
    return undefined;
  }
}

function versionOf(manifest: string): string {
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version?: unknown };
  return String(version);
}
