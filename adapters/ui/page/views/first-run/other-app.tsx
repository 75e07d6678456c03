import { SnippetChoice } from "./snippet-choice.tsx";

/** How to send events from one more app, folded. */
export function OtherApp() {
  return (
    <details class="panel">
      <summary>Send events from another app</summary>
      <SnippetChoice />
    </details>
  );
}
