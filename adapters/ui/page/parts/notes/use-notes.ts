import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { AnnotationRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { useProject } from "../../project.ts";

/** Where charts are drawn: annotations may be about one saved insight, or about one dashboard. */
export interface NotesPlace {
  insight?: number | undefined;
  dashboard?: number | undefined;
}

export const NotesContext = createContext<NotesPlace>({});

/** The annotations of a project, read once for all charts of a view. */
interface NotesOfProject {
  notes: readonly AnnotationRecord[];
  readers: Set<() => void>;
}

const projects = new Map<string, NotesOfProject>();

/** The annotations for charts of this place, and the function that reads them again after a change. */
export function useNotes(): { notes: readonly AnnotationRecord[]; reload: () => Promise<void> } {
  const { P } = useProject();
  const { insight, dashboard } = useContext(NotesContext);
  const [, setTurn] = useState(0);
  useEffect(() => {
    const shared = sharedBy(P);
    const draw = () => setTurn((last) => last + 1);
    // The first chart of a view reads the annotations; with a key that may not read them, charts have none.
    if (shared.readers.size === 0) void readAll(P).catch(() => undefined);
    shared.readers.add(draw);
    return () => void shared.readers.delete(draw);
  }, [P]);
  const notes = sharedBy(P).notes.filter((note) => {
    if (note.date_marker === null) return false;
    if (note.scope === "dashboard_item") return note.dashboard_item === insight && insight !== undefined;
    return note.scope !== "dashboard" || (note.dashboard_id === dashboard && dashboard !== undefined);
  });
  return { notes, reload: () => readAll(P) };
}

function sharedBy(P: string): NotesOfProject {
  const shared = projects.get(P) ?? { notes: [], readers: new Set() };
  projects.set(P, shared);
  return shared;
}

async function readAll(P: string): Promise<void> {
  const shared = sharedBy(P);
  const { results } = await call<{ results: AnnotationRecord[] }>(`${P}/annotations/`, { query: { limit: 1000 } });
  shared.notes = results;
  for (const draw of shared.readers) draw();
}
