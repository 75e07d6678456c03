import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

interface ViewProps {
  /** Heading, and title of the window. */
  title: string;
  /** Buttons and links beside the heading. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** A view: its heading, its actions, its content. */
export function View({ title, actions, children }: ViewProps) {
  useEffect(() => {
    document.title = `${title} · hoglet`;
  }, [title]);
  return (
    <>
      <div class="view-head">
        <h1>{title}</h1>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
