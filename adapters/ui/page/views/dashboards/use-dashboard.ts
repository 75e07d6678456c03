import { useMemo, useRef, useState } from "preact/hooks";
import type { Dashboard, DashboardUpdate } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import type { Loaded } from "../../use-loaded.ts";
import { ordered, toTileInputs } from "./arrange.ts";

/** A change of a dashboard; `tiles` in their new form. */
export type DashboardChange = Partial<Pick<Dashboard, "pinned" | "filters" | "deleted" | "tiles">>;

interface DashboardState {
  answer: Loaded<Dashboard>;
  /** Shows the change at once and stores it; on failure shows the stored state again, with the reason in `error`. */
  change: (change: DashboardChange) => void;
  /** Stores a change that cannot be shown before it is stored. @throws ApiError */
  send: (update: DashboardUpdate) => Promise<void>;
  error: Error | undefined;
}

/** A dashboard, with its changes, which are stored one after the other. */
export function useDashboard(id: string): DashboardState {
  const { P } = useProject();
  const path = `${P}/dashboards/${encodeURIComponent(id)}/`;
  const answer = useLoaded(["dashboard", path], (signal) => call<Dashboard>(path, { signal }));
  // The newest state after changes here.
  const [latest, setLatest] = useState<Dashboard>();
  const [error, setError] = useState<Error>();
  const stored = latest ?? answer.data;
  const data = useMemo(() => stored && { ...stored, tiles: ordered(stored.tiles) }, [stored]);
  const turns = useRef({ last: Promise.resolve() as Promise<unknown>, count: 0 });

  const send = async (update: DashboardUpdate) => {
    const turn = ++turns.current.count;
    const sent = turns.current.last.then(() => call<Dashboard>(path, { method: "PATCH", body: update }));
    turns.current.last = sent.catch(() => {});
    const next = await sent;
    // The answer to an earlier change would show an old state.
    if (turn === turns.current.count) setLatest(next);
  };
  const change = ({ tiles, ...fields }: DashboardChange) => {
    setError(undefined);
    if (data !== undefined) setLatest({ ...data, ...fields, ...(tiles !== undefined && { tiles }) });
    send({ ...fields, ...(tiles !== undefined && { tiles: toTileInputs(tiles) }) }).catch((cause: Error) => {
      setError(cause);
      setLatest(undefined);
      answer.reload();
    });
  };
  return { answer: { ...answer, data }, change, send, error };
}
