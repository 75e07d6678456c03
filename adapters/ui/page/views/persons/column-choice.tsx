interface ColumnChoiceProps {
  /** Keys of the properties of the shown persons. */
  known: readonly string[];
  chosen: readonly string[];
  choose: (keys: string[]) => void;
}

/** The choice of properties with a column. */
export function ColumnChoice({ known, chosen, choose }: ColumnChoiceProps) {
  const keys = [...new Set([...known, ...chosen])];
  if (keys.length === 0) return null;
  return (
    <details class="column-choice">
      <summary>Columns</summary>
      <fieldset class="panel" aria-label="Columns">
        {keys.map((key) => (
          <label key={key} class="row">
            <input
              type="checkbox"
              checked={chosen.includes(key)}
              onChange={({ currentTarget: { checked } }) =>
                choose(checked ? [...chosen, key] : chosen.filter((other) => other !== key))
              }
            />
            {key}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
