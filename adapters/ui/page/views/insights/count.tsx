interface CountProps {
  /** The formatted number. */
  text: string;
  /** Zero has no persons. @default false */
  isNothing?: boolean;
  /** Shows the persons behind the number; undefined = unknown. */
  open?: (() => void) | undefined;
}

/** A number with a link to the persons behind it. */
export function Count({ text, isNothing = false, open }: CountProps) {
  if (isNothing || open === undefined) return <span class={isNothing ? "nothing" : undefined}>{text}</span>;
  return (
    <button type="button" class="number-link" title="Show the persons" onClick={open}>
      {text}
    </button>
  );
}
