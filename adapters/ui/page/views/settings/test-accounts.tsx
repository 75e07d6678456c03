import { useState } from "preact/hooks";
import { PropertyFilters } from "../../parts/property-filters.tsx";
import type { PropertyFilter } from "../../parts/property-filters.tsx";
import { useProject } from "../../project.ts";
import { SaveRow } from "./save-row.tsx";
import { useSave } from "./use-save.ts";

/** Filters for test accounts: insights leave them out on request. */
export function TestAccounts() {
  const { project } = useProject();
  const [filters, setFilters] = useState(project.test_account_filters as PropertyFilter[]);
  const save = useSave();
  return (
    <section class="panel stack" aria-labelledby="settings-tests">
      <h2 id="settings-tests">Test accounts</h2>
      <p class="hint">
        Insights that filter out test accounts look only at events that pass all of these, e.g. whose person&rsquo;s
        email does not contain <code>@example.com</code>.
      </p>
      <PropertyFilters value={filters} onChange={setFilters} types={["person", "event", "cohort"]} />
      {/* Not a form: Enter in a filter finishes its text, and saves nothing. */}
      <SaveRow save={save} onClick={() => void save.run({ test_account_filters: filters })} />
    </section>
  );
}
