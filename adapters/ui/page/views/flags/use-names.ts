import type { FlagRecord, Page } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { useProject } from "../../project.ts";
import { useGroupTypes } from "../../parts/use-group-types.ts";
import { useLoaded } from "../../use-loaded.ts";
import type { Names } from "./flag-words.ts";

/** The names of the flags and the types of groups in a flag's conditions; nothing is loaded where there are none. */
export function useNames(filters: FlagRecord["filters"]): Names {
  const { P } = useProject();
  const text = JSON.stringify(filters);
  const flags = useLoaded(text.includes('"flag_evaluates_to"') ? ["flags", P] : null, (signal) =>
    call<Page<FlagRecord>>(`${P}/feature_flags/`, { query: { limit: 1000 }, signal }),
  );
  const groups = useGroupTypes(/"aggregation_group_type_index":\d/.test(text));
  return {
    flags: new Map((flags.data?.results ?? []).map(({ id, key }) => [String(id), key])),
    groups: new Map(groups.map(({ group_type_index: index, group_type: name }) => [index, name])),
  };
}
