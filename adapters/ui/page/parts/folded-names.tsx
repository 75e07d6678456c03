import { toCounted } from "./counted.ts";

/** One line for empty properties; unfolds their names. */
export function FoldedNames({ empty }: { empty: readonly string[] }) {
  if (empty.length === 0) return null;
  return (
    <details class="hint">
      <summary>{toCounted(empty.length, "empty property", "empty properties")}</summary>
      <code class="folded-names">{empty.join(", ")}</code>
    </details>
  );
}
