import { useState } from "preact/hooks";
import type { PluginConfigRecord, PluginRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { FormEnd } from "../../parts/form-end.tsx";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import { toPayload, toPublicJobs } from "./job-fields.ts";
import type { JobField } from "./job-fields.ts";

interface JobDialogProps {
  plugin: PluginRecord;
  config: PluginConfigRecord;
  /** Called when the job is queued. */
  done: () => void;
  close: () => void;
}

/** Starts one of the manifest's public jobs. */
export function JobDialog({ plugin, config, done, close }: JobDialogProps) {
  const { P } = useProject();
  const jobs = toPublicJobs(plugin.public_jobs);
  const [name, setName] = useState(jobs[0]?.name ?? "");
  const job = jobs.find((each) => each.name === name);
  const start = useAction(async (form: FormData) => {
    const texts = Object.fromEntries([...form].map(([key, value]) => [key, String(value)]));
    const payload = toPayload(job?.fields ?? [], texts);
    await call(`${P}/plugin_configs/${config.id}/job`, { method: "POST", body: { job: { type: name, payload } } });
    done();
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void start.run(new FormData(event.currentTarget as HTMLFormElement));
  };
  return (
    <Dialog title={`Run a job of ${config.name}`} close={close}>
      <label class="field">
        <span>Job</span>
        <select value={name} onChange={({ currentTarget }) => setName(currentTarget.value)}>
          {jobs.map((each) => (
            <option key={each.name}>{each.name}</option>
          ))}
        </select>
      </label>
      <form class="form" key={name} onSubmit={submit}>
        {job?.fields.map((field) => (
          <Field key={field.key} field={field} />
        ))}
        <FormEnd verb="Run now" close={close} error={start.error} isRunning={start.isRunning} />
      </form>
    </Dialog>
  );
}

function Field({ field: { key, title, type, isRequired, default: first } }: { field: JobField }) {
  if (type === "boolean") {
    return (
      <label class="row">
        <input type="checkbox" name={key} value="true" defaultChecked={first === "true"} />
        {title}
      </label>
    );
  }
  const rest = { name: key, required: isRequired, defaultValue: first };
  return (
    <label class="field">
      <span>{title}</span>
      {type === "json" ? (
        <textarea rows={3} placeholder="JSON" {...rest} />
      ) : (
        <input type={toInputType(type)} step="any" {...rest} />
      )}
    </label>
  );
}

function toInputType(type: "string" | "number" | "date"): string {
  return type === "string" ? "text" : type;
}
