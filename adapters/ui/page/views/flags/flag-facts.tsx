import { useState } from "preact/hooks";
import type { BlastRadius, FlagRecord, Page } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { ErrorNote } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { Value } from "../../parts/value.tsx";
import { useProject } from "../../project.ts";
import { useWork } from "../persons/use-work.ts";
import { FlagState } from "./flag-state.tsx";
import { describeCondition } from "./flag-words.ts";
import { useGroupTypes } from "../../parts/use-group-types.ts";
import { useLoaded } from "../../use-loaded.ts";
import type { Names } from "./flag-words.ts";

const RUNTIMES = { all: "browsers and servers", client: "browsers only", server: "servers only" };

/** Conditions whose reach is counted at once: each count reads all persons. */
const MOST_COUNTED = 20;

/** The facts of a flag: its conditions, its values, its settings. */
export function FlagFacts({ flag }: { flag: FlagRecord }) {
  const { filters, name } = flag;
  const early = filters.super_groups?.[0] ?? null;
  const isEarly = filters.feature_enrollment === true || early !== null;
  return (
    <section class="panel" aria-label="About this flag">
      <dl class="facts">
        {name !== "" && (
          <>
            <dt>Description</dt>
            <dd>{name}</dd>
          </>
        )}
        <dt>State</dt>
        <dd>
          <FlagState flag={flag} />,{" "}
          {flag.last_called_at ? (
            <>
              last called <Time at={flag.last_called_at} />
            </>
          ) : (
            "not called yet"
          )}
        </dd>
        {isEarly && (
          <>
            <dt>Early access</dt>
            <dd>
              decides first: a person who joined gets the flag, a person who left does not (
              <code>{early?.properties?.[0]?.key ?? `$feature_enrollment/${flag.key}`}</code> of the person)
            </dd>
          </>
        )}
        {filters.holdout && (
          <>
            <dt>Held out</dt>
            <dd>{filters.holdout.exclusion_percentage} % of all, before any condition</dd>
          </>
        )}
        <dt>Audience</dt>
        <dd>
          <Conditions flag={flag} />
        </dd>
        <Values flag={flag} />
        <dt>For</dt>
        <dd>
          {RUNTIMES[flag.evaluation_runtime]}
          {flag.bucketing_identifier === "device_id" && ", chosen by device"}
          {flag.ensure_experience_continuity && ", kept when somebody signs in"}
          {flag.is_remote_configuration && ", as remote config"}
        </dd>
        {flag.tags.length > 0 && (
          <>
            <dt>Labels</dt>
            <dd>{flag.tags.join(", ")}</dd>
          </>
        )}
        <dt>Made</dt>
        <dd>
          <Time at={flag.created_at} /> by {flag.created_by?.first_name ?? "the app"}; version {flag.version}, id{" "}
          {flag.id}
        </dd>
      </dl>
    </section>
  );
}

function Conditions({ flag }: { flag: FlagRecord }) {
  const { P } = useProject();
  const { filters } = flag;
  const names = useNames(filters);
  const [counts, setCounts] = useState<(BlastRadius | undefined)[]>([]);
  const { error, isRunning, run } = useWork();
  const conditions = filters.groups ?? [];
  const unit = filters.aggregation_group_type_index ?? null;
  const count = () =>
    run(async () => {
      const found: BlastRadius[] = [];
      for (const condition of conditions.slice(0, MOST_COUNTED)) {
        const { aggregation_group_type_index: own = unit } = condition;
        const body = { condition, group_type_index: own };
        found.push(await call<BlastRadius>(`${P}/feature_flags/user_blast_radius/`, { method: "POST", body }));
      }
      setCounts(found);
    });
  if (conditions.length === 0) return <>nobody: the flag has no conditions</>;
  return (
    <div class="stack">
      <ol class="conditions">
        {conditions.map((condition, index) => (
          <li key={index}>
            {describeCondition(condition, unit, names)}
            {condition.variant ? ` → ${condition.variant}` : ""}
            {counts[index] !== undefined && (
              <span class="hint">
                {" "}
                ({counts[index].affected.toLocaleString("en")} of {counts[index].total.toLocaleString("en")} match,
                before the percentage)
              </span>
            )}
          </li>
        ))}
      </ol>
      {error !== undefined && <ErrorNote error={error} />}
      <div>
        <button type="button" class="small" disabled={isRunning} onClick={() => void count()}>
          {isRunning ? "Counting …" : "Count who matches"}
        </button>
      </div>
    </div>
  );
}

/** The values of a flag with their shares and payloads. */
function Values({ flag: { filters } }: { flag: FlagRecord }) {
  const variants = filters.multivariate?.variants ?? [];
  const payloads = filters.payloads ?? {};
  const values = variants.length === 0 ? [{ key: "true", rollout_percentage: null }] : variants;
  if (variants.length === 0 && payloads["true"] === undefined) return null;
  return (
    <>
      <dt>{variants.length === 0 ? "Payload" : "Variants"}</dt>
      <dd>
        <ul class="plain-list stack">
          {values.map(({ key, rollout_percentage: share }) => (
            <li key={key}>
              {share !== null && (
                <>
                  <strong>{key}</strong> {share} %{" "}
                </>
              )}
              {payloads[key] !== undefined && <Value value={payloads[key]} />}
            </li>
          ))}
        </ul>
      </dd>
    </>
  );
}

/** The names of the flags and the types of groups in a flag's conditions; nothing is loaded where there are none. */
function useNames(filters: FlagRecord["filters"]): Names {
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
