import { equalShares, sharesFault } from "./flag-draft.ts";
import type { DraftVariant } from "./flag-draft.ts";

interface VariantsEditorProps {
  variants: readonly DraftVariant[];
  onChange: (variants: DraftVariant[]) => void;
}

/** The variants of a flag with their shares; without any the flag is on or off. */
export function VariantsEditor({ variants, onChange }: VariantsEditorProps) {
  const change = (index: number, part: Partial<DraftVariant>) =>
    onChange(variants.map((variant, at) => (at === index ? Object.assign({}, variant, part) : variant)));
  const fault = sharesFault({ variants: [...variants] });
  return (
    <div class="field">
      <h3>Values</h3>
      {variants.length === 0 && <p class="hint">On or off. With variants, each share of people gets another value.</p>}
      {variants.map(({ key, share }, index) => (
        <div key={index} class="row flag-variant">
          <input
            required
            aria-label={`Key of variant ${index + 1}`}
            placeholder="key"
            value={key}
            onInput={(event) => change(index, { key: event.currentTarget.value })}
          />
          <label class="row">
            <input
              type="number"
              class="flag-percentage"
              required
              min={0}
              max={100}
              step="any"
              aria-label={`Share of variant ${index + 1}`}
              value={share}
              onInput={(event) => change(index, { share: event.currentTarget.value })}
            />
            %
          </label>
          <button
            type="button"
            class="icon"
            aria-label={`Remove variant ${index + 1}`}
            onClick={() => onChange(variants.toSpliced(index, 1))}
          >
            ✕
          </button>
        </div>
      ))}
      {fault !== null && (
        <p class="field-error" role="alert">
          {fault}
        </p>
      )}
      <div>
        <button type="button" class="small" onClick={() => onChange(withOneMore(variants))}>
          + Variant
        </button>
      </div>
    </div>
  );
}

/** One variant more, all with equal shares. The first click makes two: one alone divides nobody. */
function withOneMore(variants: readonly DraftVariant[]): DraftVariant[] {
  const none = { name: "", share: "" };
  const added =
    variants.length === 0
      ? [
          { key: "control", ...none },
          { key: "test", ...none },
        ]
      : [{ key: "", ...none }];
  const all = [...variants, ...added];
  const shares = equalShares(all.length);
  return all.map((variant, index) => Object.assign({}, variant, { share: shares[index] ?? "0" }));
}
