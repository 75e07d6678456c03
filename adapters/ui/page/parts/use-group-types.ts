import type { GroupTypeRecord } from "../../../../lib/index.ts";
import { useProject } from "../project.ts";
import { useLoaded } from "../use-loaded.ts";
import { groupTypes } from "./completions.tsx";

/** The types of groups of the project; empty while loading. @param isAsked false = they are not needed */
export function useGroupTypes(isAsked = true): readonly GroupTypeRecord[] {
  const { P } = useProject();
  return useLoaded(isAsked ? ["group types", P] : null, () => groupTypes(P)).data ?? [];
}
