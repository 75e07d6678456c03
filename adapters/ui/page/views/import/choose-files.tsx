import { useState } from "preact/hooks";

/** Files by a button, or dropped on the panel. */
export function ChooseFiles({ choose }: { choose: (files: File[]) => void }) {
  const [isOver, setIsOver] = useState(false);
  const take = (list: FileList | null | undefined) => {
    if (list !== null && list !== undefined && list.length > 0) choose([...list]);
  };
  return (
    <section
      class={isOver ? "panel stack import-drop over" : "panel stack import-drop"}
      aria-labelledby="import-choose"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <h2 id="import-choose">Choose files</h2>
      <p>
        An export of PostHog, Amplitude, Mixpanel, Segment, RudderStack, GA4, Heap, Umami or Matomo, or any table: CSV,
        JSON lines, Parquet; packed or not. Its contents tell what it is. Nothing is stored before you have seen it.
      </p>
      <label class="field">
        <span>Files</span>
        <input
          type="file"
          multiple
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            currentTarget.value = "";
          }}
        />
      </label>
      <p class="hint">
        Up to 4 GiB; larger files, and folders, by <code>hoglet import</code> on the command line.
      </p>
    </section>
  );
}
