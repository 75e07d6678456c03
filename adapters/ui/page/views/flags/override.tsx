import { useState } from "preact/hooks";
import type { FlagRecord } from "../../../../../lib/index.ts";
import { Code } from "../../parts/code.tsx";
import { overrideCode, UNDO } from "./override-code.ts";

/** Gives the flag another value in one browser, by a line for the app's own page. */
export function Override({ flag: { key, filters } }: { flag: FlagRecord }) {
  const variants = (filters.multivariate?.variants ?? []).map((variant) => variant.key);
  const [chosen, setChosen] = useState(variants[0] ?? "true");
  const isSwitch = chosen === "true" || chosen === "false";
  const value = isSwitch ? chosen === "true" : chosen;
  const payload = value === false ? undefined : filters.payloads?.[chosen];
  return (
    <section class="panel stack" aria-label="Override in this browser">
      <h2>Override for me in this browser</h2>
      <p class="hint">
        Open your app, paste this line into the browser's console, and reload. posthog-js keeps the value in this
        browser, for that site alone, until you undo it: the server decides as before for everybody else, for other
        browsers and for your servers, and the flag here does not change.
      </p>
      <label class="row">
        Value
        <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
          {[...variants, ...(variants.length === 0 ? ["true"] : []), "false"].map((each) => (
            <option key={each} value={each}>
              {each === "true" ? "on" : each === "false" ? "off" : each}
            </option>
          ))}
        </select>
      </label>
      <Code name="Override" text={overrideCode(key, value, payload)} />
      <details>
        <summary>Undo</summary>
        <Code name="Undo all overrides" text={UNDO} />
      </details>
    </section>
  );
}
