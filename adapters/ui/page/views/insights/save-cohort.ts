import type { CohortRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { toPath, toSomebodies, withLimit } from "./people.ts";
import type { PeopleAnswer } from "./people.ts";

/** Persons of a page: the most that the API gives, and a body far below its limit. */
const PAGE = 1000;

interface CohortToSave {
  name: string;
  /** The path of the first page of the persons, with all parameters. */
  path: string;
  /** Told how many are saved by now. */
  tell: (count: number) => void;
}

/**
 * Saves all persons of a list as a static cohort, page by page. Distinct ids without a person are in no cohort.
 * @throws ApiError; a cohort that was begun then has the persons of the pages before
 */
export async function saveCohort(P: string, { name, path, tell }: CohortToSave): Promise<CohortRecord> {
  const body = { name: name.trim(), is_static: true };
  let cohort = await call<CohortRecord>(`${P}/cohorts/`, { method: "POST", body });
  let saved = 0;
  for (let next: string | null = withLimit(path, PAGE); next !== null;) {
    const page: PeopleAnswer = await call<PeopleAnswer>(next);
    const ids = toSomebodies(page).flatMap(({ personId }) => (personId === null ? [] : [personId]));
    if (ids.length > 0) {
      const members = `${P}/cohorts/${cohort.id}/add_persons_to_static_cohort`;
      cohort = await call<CohortRecord>(members, { method: "POST", body: { person_ids: ids.map(Number) } });
    }
    saved += ids.length;
    tell(saved);
    next = page.next === null ? null : toPath(page.next);
  }
  return cohort;
}
