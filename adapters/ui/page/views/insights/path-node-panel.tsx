import type { PathEdge } from "../../../../../lib/index.ts";
import { toUrl } from "../../api.ts";
import { toCounted } from "../../parts/counted.ts";
import { parseHash } from "../../hash.ts";
import { useProject } from "../../project.ts";
import { here } from "../../use-hash.ts";
import { toAddress } from "../../../insight-address.ts";
import { Count } from "./count.tsx";
import { describeNumber } from "./numbers.ts";
import { toNodeFlow } from "./path-node-flow.ts";
import type { PathFlow } from "./path-node-flow.ts";
import { splitKey } from "./path-names.ts";
import type { OpenPeople } from "./people.ts";
import { withFields } from "./question.ts";
import type { QuestionDraft } from "./question.ts";
import { toFields } from "./to-fields.ts";

interface PathNodePanelProps {
  question: QuestionDraft;
  edges: readonly PathEdge[];
  /** The item with its position. */
  node: string;
  nameOf: (item: string) => string;
  open: OpenPeople;
  openEdge: (edge: PathEdge) => void;
  choose: (node: string) => void;
  close: () => void;
}

/** An item of paths: its whole name, its persons, what leads in and out, and the paths that begin or end with it. */
export function PathNodePanel({ question, edges, node, nameOf, open, openEdge, choose, close }: PathNodePanelProps) {
  const { P } = useProject();
  const { name, column } = splitKey(node);
  const { ins, outs, came, went, ended } = toNodeFlow(edges, node);
  const show = (words: string, point: "path_start_key" | "path_end_key" | "path_dropoff_key") => () =>
    open({
      title: `${nameOf(name)}: ${words}`,
      path: toUrl(`${P}/persons/path/`, { ...toFields(question), [point]: node }),
    });
  const [, , id = "new"] = parseHash(location.hash).path.split("/");
  const withPoint = (change: { start_point?: string; end_point?: string }) =>
    here(toAddress(id, withFields(question, { start_point: undefined, end_point: undefined, ...change })));
  const flows = (title: string, list: readonly PathFlow[]) =>
    list.length > 0 && (
      <section aria-label={title}>
        <h4>{title}</h4>
        <ul class="plain-list">
          {list.map((flow) => (
            <li key={flow.key} class="path-flow">
              <button type="button" class="plain" onClick={() => choose(flow.key)}>
                {nameOf(splitKey(flow.key).name)}
              </button>
              <Count text={describeNumber(flow.value)} open={() => openEdge(flow.edge)} />
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <section class="panel stack path-node-panel" aria-label={`Item ${nameOf(name)}`} data-no-picture>
      <div class="dialog-head">
        <h3>
          {name === "" ? nameOf(name) : name} <span class="hint">step {column + 1}</span>
        </h3>
        <button type="button" class="icon" aria-label="Close the item" onClick={close}>
          ✕
        </button>
      </div>
      <div class="actions">
        {came > 0 && (
          <button type="button" onClick={show("came here", "path_end_key")}>
            Persons who came here ({toCounted(came, "time")})
          </button>
        )}
        {went > 0 && (
          <button type="button" onClick={show("went on", "path_start_key")}>
            Persons who went on ({toCounted(went, "time")})
          </button>
        )}
        {ended !== null && ended > 0 && (
          <button type="button" onClick={show("ended here", "path_dropoff_key")}>
            Persons who ended here
          </button>
        )}
        <a class="file-link" href={withPoint({ start_point: name })}>
          Use as start
        </a>
        <a class="file-link" href={withPoint({ end_point: name })}>
          Use as end
        </a>
      </div>
      <div class="path-flows">
        {flows("From", ins)}
        {flows("To", outs)}
      </div>
    </section>
  );
}
