import { useState } from "preact/hooks";
import { MoveButtons } from "../../parts/move-buttons.tsx";
import { useProject } from "../../project.ts";
import { moveItem } from "../../move-item.ts";
import { SaveRow } from "./save-row.tsx";
import { useSave } from "./use-save.ts";

interface Rule {
  /** Stays with the rule when it moves. */
  key: number;
  regex: string;
  alias: string;
}

/** Rules that replace parts of URLs in paths. */
export function PathCleaning() {
  const { project } = useProject();
  const [rules, setRules] = useState(() => toRules(project.path_cleaning_filters));
  const save = useSave();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save.run({ path_cleaning_filters: rules.map(({ regex, alias }) => ({ regex, alias })) });
  };
  const add = () =>
    setRules([...rules, { key: Math.max(-1, ...rules.map(({ key }) => key)) + 1, regex: "", alias: "" }]);
  const edit = (at: number, change: Partial<Rule>) =>
    setRules(rules.map((rule, index) => (index === at ? { ...rule, ...change } : rule)));
  return (
    <section class="panel stack" aria-labelledby="settings-cleaning">
      <h2 id="settings-cleaning">Path cleaning</h2>
      <p class="hint">
        Matches of a rule in a URL are replaced before paths are drawn, e.g. <code>/orders/\d+</code> by{" "}
        <code>/orders/:id</code>. Each rule gets what the one above it left. Expressions are RE2.
      </p>
      <form class="stack" onSubmit={submit}>
        {rules.length === 0 && <p class="hint">No rules: URLs stay as they are.</p>}
        <ol class="settings-rules">
          {rules.map((rule, index) => (
            <li key={rule.key}>
              <label class="field">
                <span>Pattern {index + 1}</span>
                <input
                  class="mono"
                  value={rule.regex}
                  required
                  onInput={({ currentTarget }) => edit(index, { regex: currentTarget.value })}
                />
              </label>
              <label class="field">
                <span>Replace with {index + 1}</span>
                <input
                  class="mono"
                  value={rule.alias}
                  onInput={({ currentTarget }) => edit(index, { alias: currentTarget.value })}
                />
              </label>
              <div class="actions">
                <MoveButtons
                  name={`rule ${index + 1}`}
                  at={index}
                  last={rules.length - 1}
                  move={(to) => setRules(moveItem(rules, index, to))}
                />
                <button
                  type="button"
                  aria-label={`Remove rule ${index + 1}`}
                  onClick={() => setRules(rules.filter((each) => each.key !== rule.key))}
                >
                  ✕
                </button>
              </div>
            </li>
          ))}
        </ol>
        <button type="button" class="settings-add" onClick={add}>
          Add a rule
        </button>
        <SaveRow save={save} />
      </form>
    </section>
  );
}

function toRules(filters: readonly unknown[]): Rule[] {
  const stored = filters as { regex: string; alias?: string | null }[];
  return stored.map(({ regex, alias }, key) => ({ key, regex, alias: alias ?? "" }));
}
