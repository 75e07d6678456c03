import { useState } from "preact/hooks";
import { HOST } from "../../api.ts";
import { Code } from "../../parts/code.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { useProject } from "../../project.ts";
import type { Answered } from "./ask-insight.ts";
import { toAssertion, toCurl, toHandleCall } from "./code.ts";

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
  const { project, projects } = useProject();
  const { question } = answered;
  const isFirst = projects.every(({ id }) => id >= project.id);
  return (
    <Dialog title="Copy as code" close={close}>
      <h3>In your app or a script (hoglet)</h3>
      <Code name="Call of the handle" text={toHandleCall(question, isFirst ? undefined : project.id)} />
      <h3>Over HTTP</h3>
      <p class="hint">With a personal API key in $HOGLET_KEY: make one under Settings.</p>
      <Code name="curl" text={toCurl(question, { host: HOST, project: project.id })} />
      <h3>In a test (hoglet/testing), as it is now</h3>
      <Code name="Test assertion" text={toAssertion(answered)} />
    </Dialog>
  );
}
