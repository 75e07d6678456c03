import type { Context } from "../handle/context.ts";
import type { ProjectionProgress } from "../engines/host/index.ts";
import { exportLines, importLines } from "../transfer/index.ts";
import type { ExportOptions, ImportCounts, ImportOptions as LineOptions, Source } from "../transfer/index.ts";
import type { Project } from "../admin/projects/index.ts";
import type { ForeignSource, SourceCounts, SourceOptions, StoreOptions } from "../sources/index.ts";
import { captureProcessed } from "../uploads/index.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";

/** The options of an import; see each option. Those of `SourceOptions` are for exports of other products, with `from`. */
export type ImportOptions = Omit<LineOptions, "process"> &
  Omit<SourceOptions, "skipBad"> & {
    /** Send the events through the ordinary capture pipeline instead of storing them directly. @default false */
    process?: boolean;
    /** Receives the counts once all is stored: only columns follow, which continue at the next start if interrupted. */
    onStored?: ((counts: ImportCounts) => void) | undefined;
    /** Called once all is stored, before each block and at the end, with the number of blocks with columns. */
    onColumns?: ProjectionProgress | undefined;
  };

export interface TransferHandle {
  /**
   * Imports NDJSON; see `ImportOptions`. A bad line refuses the whole import, unless `skipBad`. Resolves when the
   * imported events are in columns, so that questions have their full speed.
   */
  import(source: Source, options?: ImportOptions & InProject & { from?: undefined }): Promise<ImportCounts>;
  /**
   * Imports an export of another product, or any table: a file or folder (`{ path }`), bytes, or a stream; packed or not.
   * `from` names the source, or is `"auto"`. The same input again changes nothing. See docs/import.md.
   * @example await hoglet.import({ path: "amplitude-export.zip" }, { from: "auto" })
   */
  import(source: ForeignSource, options: ImportOptions & InProject): Promise<ImportCounts & Partial<SourceCounts>>;
  /** NDJSON lines of everything in the project. */
  export(options?: ExportOptions & InProject): AsyncIterable<string>;
}

export function transferHandle(scope: Scope): TransferHandle {
  const { open } = scope;
  return {
    async import(source: ForeignSource, { project, process, onStored, onColumns, ...wanted }: AnyImport = {}) {
      const into = scope.project(project);
      const capture = captureProcessed(open(), into);
      const { persons, onProgress, ...rest } = wanted;
      const ways = { persons, onProgress, ...(process === true && { process: capture }) };
      const counts =
        rest.from === undefined
          ? await importLines(open(), into.id, source as Source, { ...rest, ...ways } as LineOptions)
          : await importFrom(open(), into, source, { rest, ways: { ...ways, capture } as StoreOptions });
      if (rest.dryRun === true) return counts;
      onStored?.(counts);
      await projectImported(open(), onColumns);
      return counts;
    },
    export: ({ project, ...wanted } = {}) => exportLines(open(), scope.project(project).id, wanted),
  };
}

type AnyImport = ImportOptions & InProject;

/** Loaded by the first import from elsewhere: readers of archives, CSV and Parquet. */
async function importFrom(
  ctx: Context,
  project: Project,
  source: ForeignSource,
  { rest, ways }: { rest: SourceOptions; ways: StoreOptions },
) {
  const { importSource } = await import("../sources/index.ts");
  return importSource(ctx, project, source, rest, ways);
}

/** So that the first question finds imported events in columns. The import itself is done by now. */
async function projectImported({ engineHost, log }: Context, onColumns?: ProjectionProgress): Promise<void> {
  try {
    await engineHost.finishImport(onColumns);
  } catch (error) {
    log.warn("The imported events could not be put into columns; it is tried again.", { error: String(error) });
  }
}
