import { useState } from "preact/hooks";
import { call, HOST } from "../../api.ts";
import { withQuery } from "../../hash.ts";
import { Code } from "../../parts/code.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Loading } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { here } from "../../use-hash.ts";
import { useLoaded } from "../../use-loaded.ts";
import type { Answered } from "./ask-insight.ts";
import { toAsk, toAssertion, toCurl, toHandleCall, toQueryCurl } from "./code.ts";
import { toQuery } from "./to-query.ts";
import type { QueryNode } from "./to-query.ts";

/** The question as code: a call of the handle, a command, an assertion for a test. */
export function CopyCode({ answered }: { answered: Answered }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" class="small" onClick={() => setIsOpen(true)}>
        Copy as code
      </button>
      {isOpen && <CodeDialog answered={answered} close={() => setIsOpen(false)} />}
    </>
  );
}

function CodeDialog({ answered, close }: { answered: Answered; close: () => void }) {
  const { P, project, projects } = useProject();
  const { question } = answered;
  const place = { host: HOST, project: project.id };
  const own = projects.every(({ id }) => id >= project.id) ? undefined : project.id;
  const query = useLoaded(["query of", P, question], () => toQuery(P, question));
  const node = query.data?.source ?? query.data ?? null;
  if (query.isLoading) {
    return (
      <Dialog title="Copy as code" close={close}>
        <Loading what="the code" />
      </Dialog>
    );
  }
  return (
    <Dialog title="Copy as code" close={close}>
      <h3>In your app or a script (hoglet)</h3>
      {node !== null && <Code name="Question as a query" text={toAsk(node, own)} />}
      {node === null && <Code name="Call of the handle" text={toHandleCall(question, own)} />}
      <h3>Over HTTP</h3>
      <p class="hint">With a personal API key in $HOGLET_KEY: make one under Settings.</p>
      {node !== null && <Code name="curl of a query" text={toQueryCurl(node, place)} />}
      {node === null && <Code name="curl" text={toCurl(question, place)} />}
      {node !== null && <SqlOf node={node} />}
      <h3>In a test (hoglet/testing), as it is now</h3>
      <Code name="Test assertion" text={toAssertion(answered)} />
      {node !== null && (
        <details>
          <summary>In the older dialect, with links to the people behind each number</summary>
          <Code name="Call of the handle" text={toHandleCall(question, own)} />
          <Code name="curl" text={toCurl(question, place)} />
        </details>
      )}
    </Dialog>
  );
}

/** The statement of SQL that has the answer's numbers, if there is such a statement. */
function SqlOf({ node }: { node: QueryNode }) {
  const { P } = useProject();
  const { data } = useLoaded(["sql of", P, node], (signal) =>
    call<{ hogql: string | null }>(`${P}/query/`, { method: "POST", body: { query: node }, signal }),
  );
  const sql = data?.hogql ?? null;
  if (sql === null) return null;
  return (
    <>
      <h3>In SQL</h3>
      <Code name="SQL" text={sql} />
      <p>
        <a href={here(withQuery("/sql", { q: sql }))}>Open in the SQL editor</a>
      </p>
    </>
  );
}
