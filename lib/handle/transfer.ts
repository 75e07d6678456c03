import { captureEvents } from "../ingest/capture/index.ts";
import type { CapturedEvent } from "../ingest/capture/index.ts";
import type { Context } from "./context.ts";
import type { ProjectionProgress } from "../engines/host/index.ts";
import { exportLines, importLines } from "../transfer/index.ts";
import type {
  ExportOptions,
  ImportCounts,
  ImportOptions as LineOptions,
  ProcessedEvent,
  Source,
} from "../transfer/index.ts";
import type { InProject, Scope } from "./scope.ts";

/** How to import; see the notes on each option. */
export type ImportOptions = Omit<LineOptions, "process"> & {
  /** Sends the events through the ordinary capture pipeline instead of storing them as they are. @default false */
  process?: boolean;
  /** Hears the counts once all is stored: what follows is columns alone, and goes on at the next start if it is cut off. */
  onStored?: ((counts: ImportCounts) => void) | undefined;
  /** Hears then, before each block and at the end, how many blocks have their columns. */
  onColumns?: ProjectionProgress | undefined;
};

export interface TransferHandle {
  /**
   * Reads NDJSON; see `ImportOptions`. Nothing is kept when a line is bad, unless `skipBad`. Resolves when questions can be
   * answered at full speed: what was imported is in columns then.
   */
  import(source: Source, options?: ImportOptions & InProject): Promise<ImportCounts>;
  /** NDJSON lines of everything in the project. */
  export(options?: ExportOptions & InProject): AsyncIterable<string>;
}

export function transferHandle(scope: Scope): TransferHandle {
  const { open } = scope;
  return {
    async import(source, { project, process, onStored, onColumns, ...wanted } = {}) {
      const into = scope.project(project);
      const captureAll = (events: ProcessedEvent[]) => captureEvents(open(), into, events.map(toCaptured));
      const ways = { ...wanted, ...(process === true && { process: captureAll }) };
      const counts = await importLines(open(), into.id, source, ways);
      onStored?.(counts);
      await projectImported(open(), onColumns);
      return counts;
    },
    export: ({ project, ...wanted } = {}) => exportLines(open(), scope.project(project).id, wanted),
  };
}

/** Makes columns of what was imported, so that the first question finds them. The import itself has happened by now. */
async function projectImported({ housing, log }: Context, onColumns?: ProjectionProgress): Promise<void> {
  try {
    await housing.project(onColumns);
  } catch (error) {
    log.warn("What was imported could not be put into columns; it is tried again.", { error: String(error) });
  }
}

function toCaptured({ elements, properties, ...event }: ProcessedEvent): CapturedEvent {
  return { ...event, properties: elements.length > 0 ? { ...properties, $elements: elements } : properties };
}
