import type { FlagRecord } from "../../../../../lib/index.ts";

/** Is a flag on, off, stale or deleted? Stale = on, and nobody asks for it, or everybody has had it for 30 days. */
export function FlagState({ flag: { active, deleted, archived, status } }: { flag: FlagRecord }) {
  const state = deleted ? "deleted" : active ? "on" : "off";
  return (
    <span class={`flag-${state}`}>
      {state}
      {status === "STALE" && ", stale"}
      {archived && ", archived"}
    </span>
  );
}
