import { useState } from "preact/hooks";
import type { CohortRecord } from "../../../../../lib/index.ts";
import { toUrl } from "../../api.ts";
import { toCounted } from "../../parts/counted.ts";
import { ErrorNote } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { go, here } from "../../use-hash.ts";
import { useAction } from "../../use-action.ts";
import { toAddress } from "../../../insight-address.ts";
import { toCsvPath, toPeopleAddress } from "./people.ts";
import type { People } from "./people.ts";
import type { QuestionDraft } from "./question.ts";
import { saveCohort } from "./save-cohort.ts";

interface PeopleActionsProps {
  people: People;
  /** The path of the first page, with the search. */
  path: string;
  /** Groups are in no cohort. */
  isGroups: boolean;
  isView: boolean;
}

/** Actions for all persons of a list: a cohort, a comparison, a file, a link. */
export function PeopleActions({ people, path, isGroups, isView }: PeopleActionsProps) {
  const [form, setForm] = useState<"cohort" | "compare">();
  return (
    <>
      <div class="actions">
        {!isGroups && (
          <>
            <button type="button" aria-expanded={form === "cohort"} onClick={() => setForm("cohort")}>
              Save as cohort
            </button>
            <button
              type="button"
              aria-expanded={form === "compare"}
              title="Compare these persons with everybody, over time"
              onClick={() => setForm("compare")}
            >
              Compare
            </button>
          </>
        )}
        <a class="file-link" href={toUrl(toCsvPath(path))} download="persons.csv">
          Export CSV
        </a>
        {!isView && (
          <a class="file-link" href={here(toPeopleAddress(people))}>
            Open as page
          </a>
        )}
      </div>
      {form !== undefined && (
        <CohortOfPeople key={form} title={people.title} path={path} isCompared={form === "compare"} />
      )}
    </>
  );
}

interface CohortOfPeopleProps {
  title: string;
  path: string;
  /** Shows a trend of them and of everybody once they are saved. */
  isCompared: boolean;
}

function CohortOfPeople({ title, path, isCompared }: CohortOfPeopleProps) {
  const { P } = useProject();
  const [name, setName] = useState(title);
  const [count, setCount] = useState(0);
  const [cohort, setCohort] = useState<CohortRecord>();
  const save = useAction(async () => {
    const saved = await saveCohort(P, { name, path, tell: setCount });
    setCohort(saved);
    if (isCompared) go(here(toAddress("new", compareWithAll(saved.id))));
  });
  if (cohort !== undefined) {
    return (
      <p class="news" role="status">
        {toCounted(cohort.count ?? count, "person")} saved as <a href={here(`/cohorts/${cohort.id}`)}>{cohort.name}</a>.{" "}
        <a href={here(toAddress("new", compareWithAll(cohort.id)))}>Compare with everybody</a>
      </p>
    );
  }
  return (
    <form
      class="panel form"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <label class="field">
        <span>Name of the cohort</span>
        <input
          ref={(element) => element?.focus()}
          required
          maxLength={400}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <p class="hint">
        {isCompared
          ? "A comparison needs a cohort: these persons are saved as one, then a trend shows them beside everybody."
          : "The cohort has these persons as they are now; later events do not change it."}
      </p>
      {save.error !== undefined && <ErrorNote error={save.error} />}
      <button type="submit" class="primary" disabled={save.isRunning}>
        {save.isRunning ? `Saving ${count.toLocaleString("en")} …` : isCompared ? "Save and compare" : "Save cohort"}
      </button>
    </form>
  );
}

/** A trend of all events by the persons of a cohort, beside that of everybody. */
function compareWithAll(cohort: number): QuestionDraft {
  return {
    insight: "TRENDS",
    date_from: "-30d",
    events: [{ id: null, type: "events", math: "dau" }],
    breakdown_type: "cohort",
    breakdown: [cohort, "all"],
  };
}
