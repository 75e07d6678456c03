interface CountProps {
  /** The number as it is written. */
  text: string;
  /** Zero leads to nobody. @default false */
  isNothing?: boolean;
  /** Shows the persons behind it; undefined = they cannot be told. */
  open?: (() => void) | undefined;
}

/** A number that leads to the persons behind it. */
export function Count({ text, isNothing = false, open }: CountProps) {
  if (isNothing || open === undefined) return <span class={isNothing ? "nothing" : undefined}>{text}</span>;
  return (
    <button type="button" class="number-link" title="Show the persons" onClick={open}>
      {text}
    </button>
  );
}
