import type { CompiledFlag, CompiledFlags, FlagCohort, FlagDefinition, FlagSettings } from "../evaluation/index.ts";

/** A flag of a set: stored, or set by the program. */
export interface SetFlag extends FlagSettings, FlagDefinition {
  active: boolean;
  ensure_experience_continuity: boolean;
  bucketing_identifier: FlagSettings["bucketing_identifier"];
  compiled: CompiledFlag;
  /** The id that clients see. Flags of the program count their own. */
  shownId: number;
  version: number;
}

/** The flags of a project at one moment, ready to be evaluated and to be sent. */
export interface FlagSet {
  /** The flags of the program in the order in which they were set, then the stored flags by key. */
  flags: readonly SetFlag[];
  compiled: CompiledFlags;
  /** The index of each group type. */
  groupIndexes: ReadonlyMap<string, number>;
  /** The ids of the flags that a flag depends on, see `dependencyChains`. */
  chains: ReadonlyMap<number, readonly number[] | null>;
  cohort(id: number): FlagCohort | undefined;
  /** The definitions for SDKs, made when they are first asked for: with cohorts and without. */
  sent: Map<boolean, { text: string; etag: string }>;
}

/** The flag sets of a connection, as far as they were asked for. */
export interface FlagSets {
  byProject: Map<number, { set: FlagSet; revision: number }>;
  /** Does every change that flags depend on drop the sets? From the first use on. */
  isWatching: boolean;
}

/** Creates the cache of a connection. */
export function createFlagSets(): FlagSets {
  return { byProject: new Map(), isWatching: false };
}
