import type { CompiledFlag, CompiledFlags, FlagCohort, FlagDefinition, FlagSettings } from "../evaluation/index.ts";

/** Stored, or set by the program. */
export interface SetFlag extends FlagSettings, FlagDefinition {
  active: boolean;
  ensure_experience_continuity: boolean;
  bucketing_identifier: FlagSettings["bucketing_identifier"];
  compiled: CompiledFlag;
  /** The id for clients. The program's flags count their own. */
  shownId: number;
  version: number;
}

/** A project's flags at one moment, ready for evaluation and for sending. */
export interface FlagSet {
  /** The program's in the order of setting, then the stored ones by key. */
  flags: readonly SetFlag[];
  compiled: CompiledFlags;
  /** The index of each group type. */
  groupIndexes: ReadonlyMap<string, number>;
  /** The flags that a flag depends on (`dependencyChains`). */
  chains: ReadonlyMap<number, readonly number[] | null>;
  cohort(id: number): FlagCohort | undefined;
  /** Definitions for SDKs, made when first asked for: with cohorts and without. */
  sent: Map<boolean, { text: string; etag: string }>;
}

/** A connection's flag sets, as far as they were asked for. */
export interface FlagSets {
  byProject: Map<number, { set: FlagSet; revision: number }>;
  /** True from the first use on: every change that flags depend on then drops the sets. */
  isWatching: boolean;
}

export function createFlagSets(): FlagSets {
  return { byProject: new Map(), isWatching: false };
}
