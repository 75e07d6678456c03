import type { CohortRecord } from "../../../../../lib/index.ts";
import { Time } from "../../parts/time.tsx";

/** Time of the last calculation, for cohorts whose members are stored; cohorts by properties are looked up when they are asked for. */
export function LastCalculated({ cohort }: { cohort: CohortRecord }) {
  if (cohort.is_static) return <span class="hint">–</span>;
  return isLive(cohort) ? <span class="hint">Live</span> : <Time at={cohort.last_calculation} />;
}

/** Is its membership not stored? */
export function isLive({ is_static: isStatic, filters }: CohortRecord): boolean {
  return !isStatic && !JSON.stringify(filters?.properties ?? null).includes('"type":"behavioral"');
}
