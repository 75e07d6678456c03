import { isAbsolute, join } from "node:path";

/** The inputs that determine the folder. */
export interface Surroundings {
  environment: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  home: string;
}

/**
 * The user's folder for files that a program can create again: XDG_CACHE_HOME (the XDG base directory specification
 * ignores a relative path) or ~/.cache, on macOS ~/Library/Caches, on Windows LOCALAPPDATA.
 */
export function cacheFolder({ environment, platform, home }: Surroundings): string {
  const { XDG_CACHE_HOME: named, LOCALAPPDATA: local } = environment;
  if (named !== undefined && isAbsolute(named)) return named;
  if (platform === "win32") return local ?? join(home, "AppData", "Local");
  return platform === "darwin" ? join(home, "Library", "Caches") : join(home, ".cache");
}
