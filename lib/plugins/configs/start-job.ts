import type { Context } from "../context.ts";
import { parse } from "../../base/parse.ts";
import { toJson, toStorable, toStorableText, write } from "../../storage/index.ts";
import { recordConfig } from "./edit.ts";
import type { ConfigEdit } from "./edit.ts";
import { readConfig, requirePluginConfig } from "./get.ts";
import { JobInput } from "./input.ts";
import { insertInto } from "../../storage/queries/index.ts";
import { pluginJobs } from "../../storage/tables/index.ts";

const insertJob = insertInto(pluginJobs, ["projectId", "configId", "name", "payload", "runAt"]);

/**
 * Queues a job to run at once: its payload gets `$operation` and `$job_id`. As in PostHog, it need not match the
 * manifest's public jobs; the log reports an unknown job.
 * @param input `{ job: { type, payload?, operation? } }`; without a job, nothing is queued
 * @throws notFound; invalid without a type
 */
export async function startPluginJob(
  ctx: Pick<Context, "db" | "clock" | "log" | "ids">,
  edit: ConfigEdit,
  id: number,
  input: unknown,
): Promise<void> {
  const { job } = parse(JobInput, input);
  if (job === undefined) return requirePluginConfig(ctx, edit.projectId, id);
  const { type, payload, operation } = job;
  await write(ctx.db, () => {
    const config = readConfig(ctx, edit.projectId, id);
    const now = ctx.clock.now();
    const jobId = ctx.ids.uuid(now);
    const name = toStorableText(type);
    insertJob.run(ctx.db, {
      projectId: edit.projectId,
      configId: id,
      name,
      payload: toJson({ ...payload, $operation: operation, $job_id: jobId }),
      runAt: now,
    });
    const trigger = { job_type: name, job_id: jobId, payload: toStorable(payload).value };
    recordConfig(ctx, edit, config, "job_triggered", { trigger });
  });
}
