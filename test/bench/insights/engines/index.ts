import type { Dataset } from "../dataset.ts";
import type { BenchTarget } from "../engine.ts";
import { peerPackage } from "./peer-package.ts";

export type EngineName = "hoglet" | "clickhouse" | "duckdb" | "sqlite";

/** How an engine is opened, and filled where it is not by its own command. */
interface EngineCode {
  open(path: string): Promise<BenchTarget> | BenchTarget;
  load?(path: string, dataset: Dataset): Promise<void> | void;
}

interface EngineKind {
  /** Loads the engine's code, which belongs neither to a cold start nor, in processes of others, to memory. */
  prepare(): Promise<EngineCode>;
  isInstalled(): boolean;
}

/** The engines that are measured, the product first. */
export const ENGINES: Record<EngineName, EngineKind> = {
  hoglet: {
    async prepare() {
      const { openProduct } = await import("./product.ts");
      return { open: openProduct };
    },
    isInstalled: () => true,
  },
  clickhouse: {
    async prepare() {
      const { loadClickhouse, openClickhouse } = await import("./clickhouse.ts");
      return { open: openClickhouse, load: loadClickhouse };
    },
    isInstalled: () => peerPackage("chdb") !== undefined,
  },
  duckdb: {
    async prepare() {
      const { loadDuckdb, openDuckdb } = await import("./duckdb.ts");
      return { open: openDuckdb, load: loadDuckdb };
    },
    isInstalled: () => peerPackage("@duckdb/node-api") !== undefined,
  },
  sqlite: {
    async prepare() {
      const { loadSqlite, openSqlite } = await import("./sqlite.ts");
      return { open: openSqlite, load: loadSqlite };
    },
    isInstalled: () => true,
  },
};
