import { useProject } from "../../project.ts";
import { parseLines, toLines } from "./lines.ts";
import { SaveRow } from "./save-row.tsx";
import { useSave } from "./use-save.ts";

/** Name, calendar, and options for persons of the project. */
export function GeneralSettings() {
  const { project } = useProject();
  const save = useSave();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(form.get(name) ?? "");
    void save.run({
      name: text("name"),
      timezone: text("timezone").trim(),
      week_start_day: text("week_start_day") === "1" ? 1 : 0,
      person_display_name_properties: parseLines(text("names")),
      anonymize_ips: form.has("anonymize_ips"),
      person_processing_opt_out: form.has("person_processing_opt_out"),
    });
  };
  return (
    <section class="panel stack" aria-labelledby="settings-general">
      <h2 id="settings-general">Project</h2>
      <form class="form" onSubmit={submit}>
        <label class="field">
          <span>Name</span>
          <input name="name" defaultValue={project.name} required maxLength={200} />
        </label>
        <div class="settings-pair">
          <label class="field">
            <span>Time zone</span>
            <select name="timezone" defaultValue={project.timezone}>
              {[...new Set([project.timezone, ...listTimeZones()])].map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </select>
          </label>
          <label class="field">
            <span>Weeks start on</span>
            <select name="week_start_day" defaultValue={project.week_start_day}>
              <option value={0}>Sunday</option>
              <option value={1}>Monday</option>
            </select>
          </label>
        </div>
        <p class="hint">Days, weeks and months of every insight begin and end in this time zone.</p>
        <label class="field">
          <span>Properties that name a person</span>
          <textarea
            name="names"
            rows={3}
            defaultValue={toLines(project.person_display_name_properties)}
            placeholder={"email\nname\nusername"}
          />
          <small class="hint">One a line; the first that has a value is shown. Empty: the usual ones.</small>
        </label>
        <label class="row">
          <input type="checkbox" name="anonymize_ips" defaultChecked={project.anonymize_ips} />
          Discard the addresses that events come from
        </label>
        <label class="row">
          <input type="checkbox" name="person_processing_opt_out" defaultChecked={project.person_processing_opt_out} />
          Make no persons: every event is anonymous
        </label>
        <SaveRow save={save} />
      </form>
    </section>
  );
}

/** The time zones of this browser, by their IANA names; UTC first. */
function listTimeZones(): string[] {
  const known = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC");
  return ["UTC", ...known];
}
