import type { ShownUpload } from "../../../../../lib/index.ts";
import type { LookFields } from "./use-import.ts";

const SOURCES = ["posthog", "amplitude", "mixpanel", "segment", "rudderstack", "ga4", "heap", "umami", "matomo"].concat(
  "csv",
  "ndjson",
  "json",
  "parquet",
  "avro",
);

interface LookFormProps {
  shown: ShownUpload;
  look: (fields: LookFields) => Promise<void>;
}

/** Reads the files in another way: another source, zone, mapping, or without bad records. */
export function LookForm({ shown, look }: LookFormProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const fields = Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim()]));
    void look({ ...fields, skip_bad: form.has("skip_bad"), any_time: form.has("any_time") });
  };
  return (
    <details class="panel" open={shown.state === "failed"}>
      <summary>Read it in another way</summary>
      <form class="form" onSubmit={submit}>
        <label class="field">
          <span>Source</span>
          <select name="from">
            <option value="auto">by its contents</option>
            {SOURCES.map((source) => (
              <option key={source}>{source}</option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Columns of a table</span>
          <input
            name="map"
            key={shown.found?.map ?? ""}
            defaultValue={shown.found?.map ?? ""}
            autocomplete="off"
            spellcheck={false}
            placeholder="event=action,distinct_id=user_id,timestamp=ts:unix_ms,properties.*=*"
          />
        </label>
        <label class="field">
          <span>Zone of times without one</span>
          <input name="timezone" autocomplete="off" placeholder="UTC" />
        </label>
        <label class="field">
          <span>Form of its times</span>
          <input name="time_format" autocomplete="off" placeholder="dd.MM.yyyy HH:mm" />
        </label>
        <label class="row">
          <input type="checkbox" name="skip_bad" />
          Leave out bad records
        </label>
        <label class="row">
          <input type="checkbox" name="any_time" />
          Accept times before 2000 and after tomorrow
        </label>
        <button type="submit">Read again</button>
      </form>
    </details>
  );
}
