import type { PropertyOwner } from "../../parts/completions.tsx";
import { fromFilterGroup, toFilterGroup } from "../../parts/filter-group.ts";
import { PropertyFilters } from "../../parts/property-filters.tsx";
import { Choice } from "../../parts/choice.tsx";
import type { FieldsProps } from "./fields-props.ts";

const FILTERABLE: readonly PropertyOwner[] = ["event", "person", "cohort", "session", "element", "group"];

const JOINERS = { AND: "all of these", OR: "any of these" };

/** The filters of the whole question. */
export function FilterFields({ question, set }: FieldsProps) {
  const group = toFilterGroup(question.properties);
  return (
    <>
      <span>where</span>
      {group === null ? (
        <p class="row">
          Groups of filters within groups are kept as they are.
          <button type="button" class="small" onClick={() => set({ properties: undefined })}>
            Remove them
          </button>
        </p>
      ) : (
        <>
          {group.filters.length > 1 && (
            <Choice
              label="How many of the filters must pass"
              options={JOINERS}
              value={group.joiner}
              onChange={(joiner) => set({ properties: fromFilterGroup({ ...group, joiner }) })}
            />
          )}
          <PropertyFilters
            name="Filters of the question"
            value={group.filters}
            types={FILTERABLE}
            onChange={(filters) => set({ properties: fromFilterGroup({ ...group, filters }) })}
          />
        </>
      )}
      <label class="row">
        <input
          type="checkbox"
          checked={question.filter_test_accounts === true}
          onChange={(event) => set({ filter_test_accounts: event.currentTarget.checked || undefined })}
        />
        without internal and test accounts
      </label>
    </>
  );
}
