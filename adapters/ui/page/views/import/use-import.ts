import { useEffect, useRef, useState } from "preact/hooks";
import type { ShownUpload } from "../../../../../lib/index.ts";
import { ApiError, call } from "../../api.ts";
import { useProject } from "../../project.ts";
import { upload } from "./upload.ts";

/** How the files are read; empty fields are left out. */
export type LookFields = Record<string, string | boolean>;

/** The import that the view shows. */
export interface ImportState {
  /** Null = no file was chosen. */
  shown: ShownUpload | null;
  /** Files that are sent now; null = none. */
  sending: { name: string; sentBytes: number; sizeBytes: number; perSecond: number } | null;
  error: Error | undefined;
  /** Sends the files, and looks at them. */
  send(files: readonly File[]): Promise<void>;
  /** Reads the files again, in another way. */
  look(fields: LookFields): Promise<void>;
  start(): Promise<void>;
  /** Cancels the import, and begins with other files. */
  drop(): Promise<void>;
}

/** Time between two questions for the progress, in ms. A shorter time only costs requests. */
const POLL_MS = 500;

/** Imports to which the user can come back. */
const OPEN = new Set<ShownUpload["state"]>(["reading", "ready", "storing"]);

const isRunning = (shown: ShownUpload | null) => shown?.state === "reading" || shown?.state === "storing";

/** Uploads files, and follows their import. */
export function useImport(): ImportState {
  const { P } = useProject();
  const [shown, setShown] = useState<ShownUpload | null>(null);
  const [sending, setSending] = useState<ImportState["sending"]>(null);
  const [error, setError] = useState<Error>();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    // An import goes on when the user leaves the view.
    call<{ results: ShownUpload[] }>(`${P}/imports`, { signal: leaving.current.signal }).then(({ results }) => {
      const open = results.find(({ state }) => OPEN.has(state));
      if (open !== undefined) setShown((chosen) => chosen ?? open);
    }, toNews);
    return () => leaving.current.abort();
  }, []);

  useEffect(() => {
    if (shown === null || !isRunning(shown)) return undefined;
    const timer = setTimeout(() => {
      call<ShownUpload>(`${P}/imports/${shown.id}`, { signal: leaving.current.signal }).then(setShown, toNews);
    }, POLL_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  const toNews = (cause: unknown) => {
    if (leaving.current.signal.aborted) return;
    setError(cause as Error);
    // The server has forgotten the upload, or has restarted.
    if (cause instanceof ApiError && cause.status === 404) setShown(null);
  };
  const attempt = async (work: () => Promise<void>) => {
    setError(undefined);
    try {
      await work();
    } catch (cause) {
      toNews(cause);
    } finally {
      setSending(null);
    }
  };
  const lookAt = async (id: string, fields: LookFields) =>
    setShown(await call<ShownUpload>(`${P}/imports/${id}/look`, { method: "POST", body: toBody(fields) }));

  return {
    shown,
    sending,
    error,
    send: (files) =>
      attempt(async () => {
        const { signal } = leaving.current;
        let taken: ShownUpload | undefined;
        for (const file of files) {
          const path = taken === undefined ? `${P}/imports` : `${P}/imports/${taken.id}/files`;
          const startMs = performance.now();
          const onSent = (sentBytes: number) => {
            const perSecond = (sentBytes * 1000) / Math.max(1, performance.now() - startMs);
            setSending({ name: file.name, sentBytes, sizeBytes: file.size, perSecond });
          };
          onSent(0);
          taken = await upload(path, file, { onSent, signal });
        }
        if (taken !== undefined) await lookAt(taken.id, {});
      }),
    look: (fields) => attempt(() => lookAt(shown?.id ?? "", fields)),
    start: () =>
      attempt(async () => setShown(await call<ShownUpload>(`${P}/imports/${shown?.id}/start`, { method: "POST" }))),
    drop: () =>
      attempt(async () => {
        leaving.current.abort();
        leaving.current = new AbortController();
        if (shown !== null) await call(`${P}/imports/${shown.id}`, { method: "DELETE" });
        setShown(null);
      }),
  };
}

function toBody(fields: LookFields): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "" && value !== false));
}
