import { explainNumber, sayReason } from "../../../../explain/explain-number.ts";
import type { Explained, ExplainApi, NumberExplanation, NumberPart } from "../../../../explain/explain-number.ts";
import type { Question } from "../../../../explain/counted-parts.ts";
import { linkToNumber } from "../../../../explain/link-number.ts";
import { call } from "../../api.ts";
import { toCounted } from "../../parts/counted.ts";
import { Answered } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { useProject } from "../../project.ts";
import { here } from "../../use-hash.ts";
import { useLoaded } from "../../use-loaded.ts";

interface ExplanationProps {
  /** The path of the persons behind the number. */
  path: string;
  who: Explained;
}

/** The events of one person that count for a number, why others do not, the rule and the SQL. */
export function Explanation({ path, who }: ExplanationProps) {
  const { P } = useProject();
  const answer = useLoaded(["explain", P, path, who], async (signal) => {
    const get: ExplainApi["get"] = (below, query = {}) => call(`${P}${below}`, { query, signal });
    const post: ExplainApi["post"] = (below, body) => call(`${P}${below}`, { method: "POST", body, signal });
    const { filters, point } = linkToNumber(path);
    const { query } = await post<{ query: Question | null }>("/query/upgrade/", { filters });
    if (query === null) throw new Error("This question has parts that cannot be explained.");
    return explainNumber({ get, post }, query, who, point);
  });
  return (
    <Answered answer={answer} what="the explanation">
      {(explanation) => <WholeExplanation explanation={explanation} />}
    </Answered>
  );
}

function WholeExplanation({
  explanation: { rule, is_counted: isCounted, parts, hogql },
}: {
  explanation: NumberExplanation;
}) {
  return (
    <>
      {isCounted !== null && <b>{isCounted ? "In this number." : "Not in this number."}</b>}
      <p class="hint">{rule}</p>
      <ol class="explained">
        {parts.map((part, index) => (
          <Part key={index} part={part} />
        ))}
      </ol>
      {hogql !== null && (
        <details>
          <summary>SQL of the whole question</summary>
          <pre class="explained-sql">{hogql}</pre>
        </details>
      )}
    </>
  );
}

/** Events that are listed; more are counted. */
const SHOWN = 5;

function Part({ part }: { part: NumberPart }) {
  const { name, count, events, because_of: cause } = part;
  const reason = sayReason(part);
  return (
    <li class={reason === null ? "taken" : "not-taken"}>
      <b>{name}</b>{" "}
      {reason === null ? (
        <>
          {toCounted(count, "event")}:{" "}
          {events.slice(0, SHOWN).map(({ uuid, timestamp }, index) => (
            <span key={uuid ?? index}>
              {index > 0 && ", "}
              <a href={here(`/events/${uuid}`)}>
                <Time at={timestamp} isExact />
              </a>
            </span>
          ))}
          {count > SHOWN && " …"}
        </>
      ) : (
        <>
          {reason}
          {cause !== null && (
            <>
              {" "}
              ({cause.event}, <Time at={cause.timestamp} isExact />)
            </>
          )}
        </>
      )}
    </li>
  );
}
