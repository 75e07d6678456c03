import { cohortsOf } from "../../parts/completions.tsx";
import { Answered } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";

interface CohortChoiceProps {
  /** Numbers of cohorts; "all" = everybody. */
  value: readonly (string | number)[];
  onChange: (ids: (string | number)[]) => void;
}

/** Several cohorts, at least one. */
export function CohortChoice({ value, onChange }: CohortChoiceProps) {
  const { P } = useProject();
  const answer = useLoaded(["cohorts", P], () => cohortsOf(P));
  const chosen = new Set(value.map(String));
  const toggle = (id: string | number, isChosen: boolean) => {
    const rest = value.filter((each) => String(each) !== String(id));
    const next = isChosen ? [...rest, id] : rest;
    if (next.length > 0) onChange(next);
  };
  return (
    <Answered answer={answer} what="cohorts">
      {({ results }) => (
        <fieldset class="checks" aria-label="Cohorts">
          {[{ id: "all" as const, name: "everybody" }, ...results].map(({ id, name }) => (
            <label key={id} class="row">
              <input
                type="checkbox"
                checked={chosen.has(String(id))}
                onChange={(event) => toggle(id, event.currentTarget.checked)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
    </Answered>
  );
}
