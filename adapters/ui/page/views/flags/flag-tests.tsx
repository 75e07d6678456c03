import type { FlagRecord, Page } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import type { FlagTest } from "./flag-draft.ts";

interface FlagTestsProps {
  /** The condition, e.g. "condition 1". */
  name: string;
  tests: readonly FlagTest[];
  onChange: (tests: FlagTest[]) => void;
}

/** Tests of other flags, which must all pass. */
export function FlagTests({ name, tests, onChange }: FlagTestsProps) {
  const { P } = useProject();
  const answer = useLoaded(tests.length > 0 ? ["flags", P] : null, (signal) =>
    call<Page<FlagRecord>>(`${P}/feature_flags/`, { query: { limit: 1000 }, signal }),
  );
  const flags = answer.data?.results ?? [];
  return (
    <div class="filters">
      {tests.map((test, index) => (
        <div key={index} class="filter-row">
          flag
          <select
            aria-label={`Flag ${index + 1} of ${name}`}
            value={test.id}
            onChange={(event) => onChange(tests.with(index, { ...test, id: event.currentTarget.value }))}
          >
            <option value="" disabled>
              flag …
            </option>
            {flags.map(({ id, key }) => (
              <option key={id} value={String(id)}>
                {key}
              </option>
            ))}
          </select>
          is
          <select
            aria-label={`Value of flag ${index + 1} of ${name}`}
            value={test.value}
            onChange={(event) => onChange(tests.with(index, { ...test, value: event.currentTarget.value }))}
          >
            <option value="true">on</option>
            <option value="false">off</option>
            {variantsOf(flags, test).map((key) => (
              <option key={key} value={key}>
                {key}
              </option>
            ))}
          </select>
          <button
            type="button"
            class="icon"
            aria-label={`Remove flag ${index + 1} of ${name}`}
            onClick={() => onChange(tests.toSpliced(index, 1))}
          >
            ✕
          </button>
        </div>
      ))}
      <button type="button" class="small" onClick={() => onChange([...tests, { id: "", value: "true" }])}>
        + Flag
      </button>
    </div>
  );
}

/** The variants of the tested flag, and the tested value until they are loaded. */
function variantsOf(flags: readonly FlagRecord[], { id, value }: FlagTest): string[] {
  const flag = flags.find((each) => String(each.id) === id);
  const keys = (flag?.filters.multivariate?.variants ?? []).map(({ key }) => key);
  return value === "true" || value === "false" || keys.includes(value) ? keys : [...keys, value];
}
