import type { ComponentChildren } from "preact";

/** A part in one state, below the name of the state. */
export function Sample({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="design-sample">
      <p class="design-name">{name}</p>
      <div class="row">{children}</div>
    </div>
  );
}
