import { captureEvents } from "../capture/index.ts";
import type { CapturedEvent } from "../capture/index.ts";
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
};

export interface TransferHandle {
  /** Reads NDJSON; see `ImportOptions`. Nothing is kept when a line is bad, unless `skipBad`. */
  import(source: Source, options?: ImportOptions & InProject): Promise<ImportCounts>;
  /** NDJSON lines of everything in the project. */
  export(options?: ExportOptions & InProject): AsyncIterable<string>;
}

export function transferHandle(scope: Scope): TransferHandle {
  const { open } = scope;
  return {
    async import(source, { project, process, ...wanted } = {}) {
      const into = scope.project(project);
      const captureAll = (events: ProcessedEvent[]) => captureEvents(open(), into, events.map(toCaptured));
      return importLines(open(), into.id, source, { ...wanted, ...(process === true && { process: captureAll }) });
    },
    export: ({ project, ...wanted } = {}) => exportLines(open(), scope.project(project).id, wanted),
  };
}

function toCaptured({ elements, properties, ...event }: ProcessedEvent): CapturedEvent {
  return { ...event, properties: elements.length > 0 ? { ...properties, $elements: elements } : properties };
}
