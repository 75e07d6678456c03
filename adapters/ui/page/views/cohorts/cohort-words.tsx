import type { Action, CohortRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { cohortsOf } from "../../parts/completions.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { toCohortText } from "./cohort-text.ts";

/** The definition of a cohort in words. It loads the names of other cohorts and actions in it. */
export function CohortWords({ cohort }: { cohort: CohortRecord }) {
  const { P } = useProject();
  const { filters, is_static: isStatic } = cohort;
  const text = JSON.stringify(filters?.properties ?? null);
  const isAboutCohorts = /"type":"(?:static-|precalculated-)?cohort"/.test(text);
  const isAboutActions = text.includes('"event_type":"actions"');
  const cohorts = useLoaded(isAboutCohorts ? ["cohorts", P] : null, () => cohortsOf(P));
  const actions = useLoaded(isAboutActions ? ["actions", P] : null, (signal) =>
    call<{ results: Action[] }>(`${P}/actions/`, { query: { limit: 1000 }, signal }),
  );
  if (isStatic) return <span class="hint">static</span>;
  const names = { cohorts: toNames(cohorts.data?.results), actions: toNames(actions.data?.results) };
  return <span class="cohort-words">{toCohortText(filters?.properties, names)}</span>;
}

function toNames(records: readonly { id: number; name: string | null }[] = []): Map<number, string> {
  return new Map(records.map(({ id, name }) => [id, name ?? String(id)]));
}
