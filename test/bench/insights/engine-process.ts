/**
 * A process of one engine: does the one job that its parent sends, answers with one message and ends, so that memory and
 * caches of engines are apart.
 */
import type { Dataset } from "./dataset.ts";
import { ENGINES } from "./engines/index.ts";
import type { EngineName } from "./engines/index.ts";
import { requireEqual } from "./question.ts";
import type { Row } from "./question.ts";
import { findQuestion } from "./questions/index.ts";

/** The job of a process. */
export type Job = { engine: EngineName; path: string } & (
  | { kind: "load"; dataset: Dataset }
  | { kind: "form"; id: string }
  /** A job for hoglet only. */
  | { kind: "delay"; ids: string[] }
);

/** The position of the fastest way to ask; null = the engine cannot be asked. */
export interface FormReport {
  form: number | null;
}

/** The content of a line of ../loop-delay.ts. */
export interface DelayReport {
  line: string;
}

const jobs: Record<Job["kind"], (job: never) => Promise<unknown>> = {
  async load({ engine, path, dataset }: Extract<Job, { kind: "load" }>) {
    const { load } = await ENGINES[engine].prepare();
    await load?.(path, dataset);
    return {};
  },
  async form({ engine, path, id }: Extract<Job, { kind: "form" }>): Promise<FormReport> {
    const question = findQuestion(id);
    const { open } = await ENGINES[engine].prepare();
    const opened = await open(path);
    const count = opened.forms(question);
    if (count <= 1) {
      await opened.close();
      return { form: count === 0 ? null : 0 };
    }
    const found: { rows: Row[]; ms: number; form: number }[] = [];
    for (let form = 0; form < count; form++) {
      // The first asking reads the file.
      await opened.ask(question, form);
      found.push({ ...(await opened.ask(question, form)), form });
    }
    await opened.close();
    for (const { rows, form } of found) requireEqual(`form ${form} of ${id}`, rows, found[0]?.rows ?? []);
    const [fastest] = found.toSorted((a, b) => a.ms - b.ms);
    return { form: fastest?.form ?? null };
  },
  async delay({ path, ids }: Extract<Job, { kind: "delay" }>): Promise<DelayReport> {
    const { underLoad } = await import("./engines/product.ts");
    return { line: await underLoad(path, ids.map(findQuestion)) };
  },
};

process.once("message", (job: Job) => {
  const run = jobs[job.kind] as (job: Job) => Promise<unknown>;
  run(job).then(
    (report) => process.send?.({ report }, () => process.exit(0)),
    (error: unknown) =>
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }, () =>
        process.exit(1),
      ),
  );
});
