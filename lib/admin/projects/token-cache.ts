import type { Project } from "./project.ts";

/** The projects of a connection by capture token, as far as they were asked for. */
export interface TokenCache {
  projects: Map<string, Readonly<Project>>;
  /** Does every change of a project clear the cache? From the first look-up on. */
  isWatching: boolean;
}

/** Creates the cache of a connection. */
export function createTokenCache(): TokenCache {
  return { projects: new Map(), isWatching: false };
}
