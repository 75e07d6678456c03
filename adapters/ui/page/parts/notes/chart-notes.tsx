import { useState } from "preact/hooks";
import type { AnnotationRecord } from "../../../../../lib/index.ts";
import { onDemand } from "../../on-demand.tsx";
import { useProject } from "../../project.ts";
import type { ChartScale } from "../chart-scale.ts";
import { toLongDate } from "../short-date.ts";
import { toClock } from "../clock.ts";
import { placeOfNote } from "./place-of-note.ts";
import { useNotes } from "./use-notes.ts";

// Few charts are annotated: the form is loaded when it is first shown.
const NoteDialog = onDemand(async () => (await import("./note-dialog.tsx")).NoteDialog);

interface ChartNotesProps {
  scale: ChartScale;
  /** The starts of the periods on the x axis. */
  starts: readonly string[];
  period: string | undefined;
  /** The place under the pointer; null = none. */
  pointed: number | null;
}

/** The annotations of a chart over time: a mark on the x axis for each period, and a button to add one to the period under the pointer. */
export function ChartNotes({ scale, starts, period, pointed }: ChartNotesProps) {
  const { project } = useProject();
  const { notes, reload } = useNotes();
  const [near, setNear] = useState<number | null>(null);
  const [open, setOpen] = useState<number>();
  const byPlace = new Map<number, AnnotationRecord[]>();
  for (const note of notes) {
    const place = placeOfNote(starts, period, toClock(note.date_marker ?? "", project.timezone));
    if (place !== null) byPlace.set(place, [...(byPlace.get(place) ?? []), note]);
  }
  const leftOf = (place: number) => `${scale.xOf(place)}px`;
  const free = pointed ?? near ?? starts.length - 1;
  const follow = ({ clientX, currentTarget }: MouseEvent) =>
    setNear(scale.placeAt(clientX - (currentTarget as Element).getBoundingClientRect().left));
  return (
    <>
      {[...byPlace.keys()].map((place) => (
        <span key={place} class="chart-note-line" style={{ left: leftOf(place) }} />
      ))}
      <div class="chart-notes" data-no-picture onMouseMove={follow}>
        {[...byPlace].map(([place, here]) => (
          <button
            key={place}
            type="button"
            class="chart-note"
            style={{ left: leftOf(place) }}
            aria-label={`${describe(here)}, ${toLongDate(starts[place] ?? "")}`}
            title={here.map(({ content }) => content).join("\n")}
            onClick={() => setOpen(place)}
          >
            {here.length > 1 ? here.length : "●"}
          </button>
        ))}
        {!byPlace.has(free) && (
          <button
            type="button"
            class="chart-note chart-note-new"
            style={{ left: leftOf(free) }}
            aria-label="Annotate"
            title={`Annotate ${toLongDate(starts[free] ?? "")}`}
            onClick={() => setOpen(free)}
          >
            +
          </button>
        )}
      </div>
      {open !== undefined && (
        <NoteDialog
          start={starts[open] ?? ""}
          notes={byPlace.get(open) ?? []}
          changed={reload}
          close={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function describe([first, ...more]: readonly AnnotationRecord[]): string {
  const text = `Annotation: ${first?.content ?? ""}`;
  return more.length === 0 ? text : `${text} and ${more.length} more`;
}
