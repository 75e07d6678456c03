import { useState } from "preact/hooks";
import { Combobox } from "../../parts/combobox.tsx";
import { DateRange } from "../../parts/date-range.tsx";
import { SearchField } from "../../parts/search-field.tsx";

/** Fields, empty, filled, focused and disabled. */
export function FieldSamples() {
  const [search, setSearch] = useState("");
  const [word, setWord] = useState("order paid");
  const [range, setRange] = useState<{ date_from?: string | null; date_to?: string | null }>({ date_from: "-30d" });
  return (
    <form class="form" onSubmit={(event) => event.preventDefault()}>
      <label class="field">
        <span>Name</span>
        <input defaultValue="Weekly retention" />
      </label>
      <label class="field">
        <span>Description</span>
        <textarea rows={2} placeholder="The purpose" />
      </label>
      <div class="row">
        <SearchField label="Search" placeholder="Search" value={search} onChange={setSearch} />
        <Combobox
          label="Event"
          value={word}
          onChange={setWord}
          find={async () => ["order paid", "product viewed"].map((name) => ({ group: "Your events", name }))}
        />
      </div>
      <div class="row">
        <select aria-label="Interval">
          <option>by day</option>
          <option>by week</option>
        </select>
        <select aria-label="Disabled choice" disabled>
          <option>by hour</option>
        </select>
        <input class="shows-focus" aria-label="Focused field" defaultValue="focused" />
        <input aria-label="Disabled field" value="disabled" disabled />
      </div>
      <div class="row">
        <label class="row">
          <input type="checkbox" defaultChecked /> Chosen
        </label>
        <label class="row">
          <input type="checkbox" /> Not chosen
        </label>
        <label class="row">
          <input type="checkbox" disabled /> Disabled
        </label>
      </div>
      <DateRange value={range} onChange={setRange} />
    </form>
  );
}
