import { useState } from "preact/hooks";
import type { FlagRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { ErrorNote } from "../../parts/states.tsx";
import { Value } from "../../parts/value.tsx";
import { useProject } from "../../project.ts";
import { useGroupTypes } from "../../parts/use-group-types.ts";
import { useWork } from "../persons/use-work.ts";
import { describeReason, describeValue } from "./flag-words.ts";
import type { Reason } from "./flag-words.ts";

/** The answer of `test_evaluation`. */
interface Evaluated {
  value: boolean | string;
  payload: string | null;
  reason: Reason;
  conditions: { condition_index: number; reason: string }[];
}

/** Asks for the flag's value for a distinct id, and says why. */
export function ValueFor({ flag, turn }: { flag: FlagRecord; turn: number }) {
  const { P } = useProject();
  const [answer, setAnswer] = useState<{ about: string; turn: number; evaluated: Evaluated }>();
  const { error, isRunning, run } = useWork();
  const isOfGroups = /"aggregation_group_type_index":\d/.test(JSON.stringify(flag.filters));
  const types = useGroupTypes(isOfGroups);
  const ask = async (fields: FormData) => {
    const about = String(fields.get("distinct_id"));
    const named = types.map(({ group_type: type }) => [type, String(fields.get(type) ?? "")] as const);
    const groups = Object.fromEntries(named.filter(([, key]) => key !== ""));
    const path = `${P}/feature_flags/${flag.id}/test_evaluation/`;
    const evaluated = await call<Evaluated>(path, { method: "POST", body: { distinct_id: about, groups } });
    setAnswer({ about, turn, evaluated });
  };
  return (
    <section class="panel stack" aria-label="Value for somebody">
      <h2>Value for a distinct id</h2>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          void run(() => ask(fields));
        }}
      >
        <input name="distinct_id" required aria-label="Distinct id" placeholder="distinct id" class="search-field" />
        {types.map(({ group_type: type }) => (
          <input key={type} name={type} aria-label={`Key of the ${type}`} placeholder={`key of the ${type}`} />
        ))}
        <button type="submit" disabled={isRunning}>
          Evaluate
        </button>
      </form>
      {error !== undefined && <ErrorNote error={error} />}
      <div role="status">
        {answer !== undefined && answer.turn === turn && (
          <Outcome about={answer.about} evaluated={answer.evaluated} flag={flag} />
        )}
      </div>
    </section>
  );
}

function Outcome({ about, evaluated, flag }: { about: string; evaluated: Evaluated; flag: FlagRecord }) {
  const { value, payload, reason, conditions } = evaluated;
  return (
    <div class="stack">
      <p>
        <strong>{about}</strong> gets <strong class="flag-value">{describeValue(value)}</strong>.{" "}
        {describeReason(reason)} Stored properties count; an app may send others along.
      </p>
      {payload !== null && (
        <p>
          Payload <Value value={payload} />
        </p>
      )}
      {flag.active && conditions.length > 1 && (
        <ul class="plain-list hint">
          {conditions.map(({ condition_index: index, reason: code }) => (
            <li key={index}>
              Condition {index + 1} {toShort(code)}.
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The outcome of a condition as if it stood alone. */
function toShort(code: string): string {
  if (code === "condition_match") return "holds";
  if (code === "out_of_rollout_bound") return "holds, but they are outside of its percentage";
  return code === "no_group_type" ? "is about groups, and none was named" : "does not hold";
}
