import { Link } from "wouter-preact";
import type { Page } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Time } from "../../parts/time.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { NextRun } from "./next-run.tsx";

interface EventDeletionNoteProps {
  uuid: string;
  /** The note is loaded again when it changes. */
  turn: number;
}

/** A note when a person's events wait to be deleted; otherwise empty. */
export function EventDeletionNote({ uuid, turn }: EventDeletionNoteProps) {
  const { P } = useProject();
  const answer = useLoaded(["event deletion", P, uuid, turn], (signal) =>
    call<Page<{ created_at: string }>>(`${P}/persons/deletion_status`, {
      query: { person_uuid: uuid, status: "pending", limit: 1 },
      signal,
    }),
  );
  const [waiting] = answer.data?.results ?? [];
  if (waiting === undefined) return null;
  return (
    <p class="deletion-note">
      The events that had arrived by <Time at={waiting.created_at} isExact /> wait to be deleted: <NextRun />{" "}
      <Link href="/deletions">Deletions</Link>
    </p>
  );
}
