import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface BehindProps {
  /** The name of the numbers, for screen readers. */
  name: string;
  /** Drawn on opening, because it may have thousands of rows. */
  children: () => ComponentChildren;
}

/** The table behind a chart. */
export function Behind({ name, children }: BehindProps) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <details class="behind" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary aria-label={`Numbers of ${name}`}>Numbers</summary>
      {isOpen && children()}
    </details>
  );
}
