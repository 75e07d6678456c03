import { Combobox } from "../../parts/combobox.tsx";
import type { Known } from "../../parts/combobox.tsx";
import { findEvents, findValues } from "../../parts/completions.tsx";
import { useProject } from "../../project.ts";
import { FunnelPathFields } from "./funnel-path-fields.tsx";
import { NumberField } from "./number-field.tsx";
import type { FieldsProps } from "./fields-props.ts";
import { TextList } from "./text-list.tsx";

const TYPES = { $pageview: "pages", $screen: "screens", custom_event: "custom events" };

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
      <section class="field">
        <h2>Items</h2>
        <div class="row">
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
        </div>
        {!types.includes("custom_event") && (
          <TextList
            label="These events, too"
            value={names}
            onChange={(next) => set({ include_custom_events: next })}
            find={(text) => findEvents(P, text)}
          />
        )}
        <TextList label="Without" value={left} onChange={(next) => set({ exclude_events: next })} find={points} />
        {types.length === 0 && names === undefined && <p class="hint">Without a choice, all events are items.</p>}
      </section>
      <section class="field">
        <h2>From, to</h2>
        <div class="row">
          <Combobox
            label="Start point"
            placeholder="anywhere"
            value={question.start_point ?? ""}
            onChange={(text) => set({ start_point: text.trim() === "" ? undefined : text.trim() })}
            find={points}
          />
          <Combobox
            label="End point"
            placeholder="anywhere"
            value={question.end_point ?? ""}
            onChange={(text) => set({ end_point: text.trim() === "" ? undefined : text.trim() })}
            find={points}
          />
        </div>
        <NumberField
          label="Steps"
          placeholder="5"
          value={question.step_limit}
          onChange={(step_limit) => set({ step_limit })}
        />
        <NumberField
          label="The most frequent links"
          placeholder="50"
          value={question.edge_limit}
          onChange={(edge_limit) => set({ edge_limit })}
        />
        <NumberField
          label="Minimum persons per link"
          placeholder="any"
          value={question.min_edge_weight}
          onChange={(min_edge_weight) => set({ min_edge_weight })}
        />
        <NumberField
          label="Maximum persons per link"
          placeholder="any"
          value={question.max_edge_weight}
          onChange={(max_edge_weight) => set({ max_edge_weight })}
        />
      </section>
      <section class="field">
        <TextList
          label="Group URLs (wildcard *), such as /products/*"
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
      </section>
    </>
  );
}
