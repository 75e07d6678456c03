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
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";

/** The options of an import; see each option. */
export type ImportOptions = Omit<LineOptions, "process"> & {
  /** Send the events through the ordinary capture pipeline instead of storing them directly. @default false */
  process?: boolean;
  /** Receives the counts once all is stored: only columns follow, which continue at the next start if interrupted. */
  onStored?: ((counts: ImportCounts) => void) | undefined;
  /** Called then, before each block and at the end, with the number of blocks with columns. */
  onColumns?: ProjectionProgress | undefined;
};

export interface TransferHandle {
  /**
   * Imports NDJSON; see `ImportOptions`. A bad line refuses the whole import, unless `skipBad`. Resolves when the
   * imported events are in columns, so that questions have their full speed.
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

/** Makes columns of imported events, so that the first question finds them. The import itself is done by now. */
async function projectImported({ engineHost, log }: Context, onColumns?: ProjectionProgress): Promise<void> {
  try {
    await engineHost.project(onColumns);
  } catch (error) {
    log.warn("The imported events could not be put into columns; it is tried again.", { error: String(error) });
  }
}

function toCaptured({ elements, properties, ...event }: ProcessedEvent): CapturedEvent {
  return { ...event, properties: elements.length > 0 ? { ...properties, $elements: elements } : properties };
}
