import { Combobox } from "../../parts/combobox.tsx";
import type { Known } from "../../parts/combobox.tsx";
import { findEvents, findValues } from "../../parts/completions.tsx";
import { useProject } from "../../project.ts";
import { FunnelPathFields } from "./funnel-path-fields.tsx";
import { NumberField } from "./number-field.tsx";
import type { FieldsProps } from "./fields-props.ts";
import { TextList } from "./text-list.tsx";

const TYPES = { $pageview: "pages", $screen: "screens", custom_event: "custom events" };

/** Fields that hold numbers, with their labels, words and the API's defaults. */
const NUMBERS = [
  ["step_limit", "Steps", ["in", "steps"], "5"],
  ["edge_limit", "The most frequent links", ["the", "most frequent links"], "50"],
  ["min_edge_weight", "Minimum persons per link", ["of at least", "persons"], "any"],
  ["max_edge_weight", "Maximum persons per link", ["and at most", "persons"], "any"],
] as const;

/** The items of paths, their start and end, and their number. */
export function PathFields({ question, set }: FieldsProps) {
  const { P } = useProject();
  const { include_event_types: types = [], include_custom_events: names, exclude_events: left } = question;
  const points = async (text: string, signal: AbortSignal): Promise<Known[]> => {
    const pages = await findValues(P, "event", { key: "$current_url", text, signal }).catch(() => []);
    return [...pages.map((page) => Object.assign(page, { group: "Pages" })), ...(await findEvents(P, text))];
  };
  const toggle = (type: string, isOn: boolean) => {
    const next = isOn ? [...types, type] : types.filter((each) => each !== type);
    set({
      include_event_types: next.length === 0 ? undefined : next,
      // All custom events and a list of some exclude each other.
      ...(type === "custom_event" && isOn && { include_custom_events: undefined }),
    });
  };
  return (
    <>
      <FunnelPathFields question={question} set={set} />
      <span>Sequences of</span>
      {Object.entries(TYPES).map(([type, words]) => (
        <label key={type} class="row">
          <input
            type="checkbox"
            checked={types.includes(type)}
            onChange={(event) => toggle(type, event.currentTarget.checked)}
          />
          {words}
        </label>
      ))}
      {types.length === 0 && names === undefined && <span>all events</span>}
      {!types.includes("custom_event") && (
        <TextList
          label="and these events"
          value={names}
          onChange={(next) => set({ include_custom_events: next })}
          find={(text) => findEvents(P, text)}
        />
      )}
      <TextList label="without" value={left} onChange={(next) => set({ exclude_events: next })} find={points} />
      <span>from</span>
      <Combobox
        label="Start point"
        placeholder="anywhere"
        value={question.start_point ?? ""}
        onChange={(text) => set({ start_point: text.trim() === "" ? undefined : text.trim() })}
        find={points}
      />
      <span>to</span>
      <Combobox
        label="End point"
        placeholder="anywhere"
        value={question.end_point ?? ""}
        onChange={(text) => set({ end_point: text.trim() === "" ? undefined : text.trim() })}
        find={points}
      />
      {NUMBERS.map(([field, label, words, placeholder]) => (
        <NumberField
          key={field}
          label={label}
          words={words}
          placeholder={placeholder}
          value={question[field]}
          onChange={(count) => set({ [field]: count })}
        />
      ))}
      <TextList
        label="addresses grouped by"
        example="/products/*"
        value={question.path_groupings}
        onChange={(path_groupings) => set({ path_groupings })}
      />
      <label class="row">
        <input
          type="checkbox"
          checked={question.path_replacements === true}
          onChange={(event) => set({ path_replacements: event.currentTarget.checked || undefined })}
        />
        cleaned by the project’s rules
      </label>
    </>
  );
}
