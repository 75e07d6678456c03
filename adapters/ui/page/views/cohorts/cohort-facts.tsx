import type { CohortRecord } from "../../../../../lib/index.ts";
import { Time } from "../../parts/time.tsx";
import { LastCalculated } from "./last-calculated.tsx";
import { CohortWords } from "./cohort-words.tsx";

/** The facts of a cohort: its definition, its age, its last calculation. */
export function CohortFacts({ cohort }: { cohort: CohortRecord }) {
  const { description, is_static: isStatic, errors_calculating: errors } = cohort;
  return (
    <section class="panel" aria-label="About this cohort">
      <dl class="facts">
        {description !== "" && (
          <>
            <dt>Description</dt>
            <dd class="cohort-description">{description}</dd>
          </>
        )}
        <dt>Who</dt>
        <dd>{isStatic ? "its listed persons" : <CohortWords cohort={cohort} />}</dd>
        {!isStatic && (
          <>
            <dt>Last calculated</dt>
            <dd>
              <LastCalculated cohort={cohort} />
              {errors > 0 && `, and failed ${errors === 1 ? "once" : `${errors} times`} since`}
            </dd>
          </>
        )}
        <dt>Created</dt>
        <dd>
          <Time at={cohort.created_at} /> by {cohort.created_by?.first_name ?? "the app"}
        </dd>
        <dt>Id</dt>
        <dd>{cohort.id}</dd>
      </dl>
    </section>
  );
}
