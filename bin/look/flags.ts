import type { OutputFlags } from "../output.ts";
import type { SourceFlags } from "../source.ts";

/** The flags of `hoglet events`. */
export interface EventsFlags extends SourceFlags, OutputFlags {
  event?: string;
  distinctId?: string;
  person?: string;
  where?: string[];
  after?: string;
  before?: string;
  limit: number;
  json?: true;
}

/** The flags of `hoglet persons`. */
export interface PersonsFlags extends SourceFlags, OutputFlags {
  where?: string[];
  limit: number;
  json?: true;
}

/** The flags of `hoglet schema`. */
export interface SchemaFlags extends SourceFlags, OutputFlags {
  search?: string;
  all?: true;
  json?: true;
}
