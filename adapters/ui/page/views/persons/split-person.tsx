import { useState } from "preact/hooks";
import type { PersonRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { useProject } from "../../project.ts";
import { toShortName } from "./short-name.ts";

interface SplitPersonProps {
  person: PersonRecord;
  tell: (news: string) => void;
  close: () => void;
}

/** Splits distinct ids off a person: all but one, or the selected ids. */
export function SplitPerson({ person, tell, close }: SplitPersonProps) {
  const { P } = useProject();
  const ids = person.distinct_ids;
  const [way, setWay] = useState<"main" | "chosen">("main");
  const [main, setMain] = useState(ids[0] ?? "");
  const [chosen, setChosen] = useState<string[]>([]);
  const leaving = way === "main" ? ids.filter((id) => id !== main) : chosen;
  const split = async () => {
    if (leaving.length === 0) throw new Error("Choose an id that leaves.");
    const body = way === "main" ? { main_distinct_id: main } : { distinct_ids_to_split: chosen };
    await call(`${P}/persons/${person.uuid}/split`, { method: "POST", body });
    tell(`Split: ${toCount(leaving.length)} a new person${leaving.length === 1 ? "" : " each"}.`);
  };
  return (
    <Confirm title={`Split ${toShortName(person)}?`} verb="Split" run={split} close={close}>
      <p>For two people who were taken for one, such as by a shared device.</p>
      <fieldset class="choices">
        <legend>Who leaves?</legend>
        <label class="row">
          <input type="radio" name="way" checked={way === "main"} onChange={() => setWay("main")} />
          All ids but one
        </label>
        <label class="row">
          <input type="radio" name="way" checked={way === "chosen"} onChange={() => setWay("chosen")} />
          Ids that I choose
        </label>
      </fieldset>
      {way === "main" ? (
        <label class="field">
          <span>Stays</span>
          <select value={main} onChange={(event) => setMain(event.currentTarget.value)}>
            {ids.map((id) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </label>
      ) : (
        <fieldset class="choices id-choices">
          <legend>Leave</legend>
          {ids.map((id) => (
            <label key={id} class="row">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(checked ? [...chosen, id] : chosen.filter((other) => other !== id))
                }
              />
              <code class="distinct-id">{id}</code>
            </label>
          ))}
        </fieldset>
      )}
      <ul class="consequences" aria-live="polite">
        <li>
          {leaving.length === 0
            ? "Nobody leaves yet."
            : `${toCount(leaving.length)} a new person${leaving.length === 1 ? "" : " each"}, without properties.`}
        </li>
        <li>This person keeps the UUID, all properties and the other ids; one id has to stay.</li>
        <li>Past events follow their distinct ids, so numbers of the past change too.</li>
        <li>They stay separate unless your app identifies or aliases them again.</li>
      </ul>
    </Confirm>
  );
}

function toCount(leaving: number): string {
  return leaving === 1 ? "one id gets" : `${leaving} ids get`;
}
