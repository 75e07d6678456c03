import type { ProjectionProgress } from "../engine/index.ts";
import type { Scope } from "./scope.ts";

/** How to rebuild. */
export interface RebuildOptions {
  /** Hears, before each block and at the end, how many blocks there are to be (`wanted`) and how many are stored. */
  onProgress?: ProjectionProgress;
}

export interface RebuildHandle {
  /**
   * Drops the columns that questions are answered from and makes them again from the log, for all projects. Answers are the
   * same before, meanwhile and afterwards; what is captured meanwhile waits for milliseconds at most.
   */
  rebuild(options?: RebuildOptions): Promise<void>;
}

export function rebuildHandle({ open }: Scope): RebuildHandle {
  return { rebuild: async ({ onProgress } = {}) => open().housing.rebuild(onProgress) };
}
