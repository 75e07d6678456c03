import { useState } from "preact/hooks";
import type { FlagRecord } from "../../../../../lib/index.ts";
import { eventNames } from "../../parts/completions.tsx";
import { NamePicker } from "../../parts/name-picker.tsx";
import type { PickedName } from "../../parts/name-picker.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { funnelByVariant, trendByVariant } from "./flag-insights.ts";

/** The way from a flag to its insights: the persons by value, and what they did then. */
export function Results({ flag: { key } }: { flag: FlagRecord }) {
  const { P } = useProject();
  const [picked, setPicked] = useState<PickedName>();
  const names = useLoaded(["goal", P], () => eventNames(P));
  const offered = names.data?.find((name) => !name.startsWith("$"));
  const goal = picked ?? (offered === undefined ? undefined : { id: offered, type: "events" as const });
  return (
    <section class="panel stack" aria-label="Results by variant">
      <h2>Results</h2>
      <p class="hint">
        SDKs send <code>$feature_flag_called</code> when an app asks for the flag; the value is in{" "}
        <code>$feature_flag_response</code>.
      </p>
      <div class="row">
        <a class="file-link" href={`#${trendByVariant(key)}`}>
          Trend by variant
        </a>
        {goal !== undefined && (
          <>
            <a class="file-link" href={`#${funnelByVariant(key, goal)}`}>
              Funnel by variant
            </a>
            <span class="row">
              to
              <NamePicker label="Goal of the funnel" value={goal} hasAny={false} onChange={setPicked} />
            </span>
          </>
        )}
      </div>
    </section>
  );
}
