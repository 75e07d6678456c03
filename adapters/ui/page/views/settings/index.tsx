import { View } from "../../parts/view.tsx";
import { ActivityLog } from "./activity-log.tsx";
import { Check } from "./check.tsx";
import { EngineProgress } from "./engine.tsx";
import { GeneralSettings } from "./general.tsx";
import { Keys } from "./keys.tsx";
import { PathCleaning } from "./path-cleaning.tsx";
import { Projects } from "./projects.tsx";
import { Link } from "wouter-preact";
import { useState } from "preact/hooks";
import { PropertyFilters } from "../../parts/property-filters.tsx";
import type { PropertyFilter } from "../../parts/property-filters.tsx";
import { useProject } from "../../project.ts";
import { SaveRow } from "./save-row.tsx";
import { useSave } from "./use-save.ts";

/** All settings: the project, the projects, the keys, and the log of changes. */
export function SettingsView() {
  return (
    <View title="Settings">
      <div class="settings">
        <GeneralSettings />
        <div class="stack">
          <TestAccounts />
          <PathCleaning />
        </div>
        <ImportData />
        <Projects />
        <Keys />
        <EngineProgress />
        <Check />
        <ActivityLog />
      </div>
    </View>
  );
}

/** The way to the import of files. */
function ImportData() {
  return (
    <section class="panel stack" aria-labelledby="settings-import">
      <h2 id="settings-import">Import</h2>
      <p>
        Events from another product, from any table, or from another hoglet: <Link href="/import">import files</Link>.
        The same file twice changes nothing.
      </p>
    </section>
  );
}

/** Filters for test accounts: insights leave them out on request. */
function TestAccounts() {
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
