import { View } from "../../parts/view.tsx";
import { ActivityLog } from "./activity-log.tsx";
import { Check } from "./check.tsx";
import { EngineProgress } from "./engine.tsx";
import { GeneralSettings } from "./general.tsx";
import { ImportData } from "./import-data.tsx";
import { Keys } from "./keys.tsx";
import { PathCleaning } from "./path-cleaning.tsx";
import { Projects } from "./projects.tsx";
import { TestAccounts } from "./test-accounts.tsx";

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
