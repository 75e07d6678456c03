import { useState } from "preact/hooks";
import { HOST } from "../../api.ts";
import { Code } from "../../parts/code.tsx";
import { useProject } from "../../project.ts";
import { toSnippets } from "./snippets.ts";

const BARE_HOST = HOST.replace(/\/$/, "");

/** The project's token, the address, and code for the chosen client. */
export function SnippetChoice() {
  const { project } = useProject();
  const snippets = toSnippets(BARE_HOST, project.api_token);
  const [chosen, setChosen] = useState("posthog-js");
  const snippet = snippets.find(({ name }) => name === chosen);
  return (
    <div class="stack">
      <dl class="facts">
        <dt>Project token</dt>
        <dd>
          <code>{project.api_token}</code>
        </dd>
        <dt>Host</dt>
        <dd>
          <code>{BARE_HOST}</code>
        </dd>
      </dl>
      <fieldset class="first-run-clients">
        <legend class="unseen">Client</legend>
        {snippets.map(({ name, place }) => (
          <label key={name}>
            <input type="radio" name="client" checked={name === chosen} onChange={() => setChosen(name)} /> {place}:{" "}
            {name}
          </label>
        ))}
      </fieldset>
      {snippet !== undefined && <Code name={`${snippet.name} snippet`} text={snippet.text} />}
    </div>
  );
}
