import type { Project } from "./project.ts";

/** A connection's projects by capture token, as far as they were asked for. */
export interface TokenCache {
  projects: Map<string, Readonly<Project>>;
  /** True from the first look-up on: every change of a project then clears the cache. */
  isWatching: boolean;
}

export function createTokenCache(): TokenCache {
  return { projects: new Map(), isWatching: false };
}
