import { eventNames, findEvents, findProperties } from "../../parts/completions.tsx";
import { useProject } from "../../project.ts";
import { Choice } from "../../parts/choice.tsx";
import type { FieldsProps } from "./fields-props.ts";
import { entitiesOf } from "./question.ts";
import { TextList } from "./text-list.tsx";

const TYPES = {
  events: "events",
  event_with_properties: "properties of events",
  properties: "properties of persons",
};

/** The input of a correlation with finishing a funnel. */
export function CorrelationFields({ question, set }: FieldsProps) {
  const { P } = useProject();
  const { funnel_correlation_type: type = "events" } = question;
  const owner = question.aggregation_group_type_index === undefined ? "person" : "group";
  const steps = new Set(entitiesOf(question).map(({ id }) => id));
  const choose = async (next: keyof typeof TYPES) => {
    const names = next === "event_with_properties" ? await eventNames(P, "").catch(() => []) : [];
    const first = names.find((name) => !steps.has(name)) ?? "$pageview";
    set({
      ...CLEARED,
      funnel_correlation_type: next,
      ...(next === "properties" && { funnel_correlation_names: ["$all"] }),
      ...(next === "event_with_properties" && { funnel_correlation_event_names: [first] }),
    });
  };
  return (
    <>
      <span>compared with</span>
      <Choice label="Compared with" options={TYPES} value={type} onChange={(next) => void choose(next)} />
      {type === "events" && (
        <TextList
          label="events left out"
          value={question.funnel_correlation_exclude_event_names}
          onChange={(names) => set({ funnel_correlation_exclude_event_names: names })}
          find={(text) => findEvents(P, text)}
        />
      )}
      {type === "event_with_properties" && (
        <>
          <TextList
            label="of"
            value={question.funnel_correlation_event_names}
            onChange={(names) => set({ funnel_correlation_event_names: names })}
            find={(text) => findEvents(P, text)}
          />
          <TextList
            label="properties left out"
            value={question.funnel_correlation_event_exclude_property_names}
            onChange={(names) => set({ funnel_correlation_event_exclude_property_names: names })}
            find={(text) => findProperties(P, ["event"], { text })}
          />
        </>
      )}
      {type === "properties" && (
        <>
          <TextList
            label="properties ($all = every one)"
            value={question.funnel_correlation_names}
            onChange={(names) => set({ funnel_correlation_names: names })}
            find={(text) => findProperties(P, [owner], { text })}
          />
          <TextList
            label="properties left out"
            value={question.funnel_correlation_exclude_names}
            onChange={(names) => set({ funnel_correlation_exclude_names: names })}
            find={(text) => findProperties(P, [owner], { text })}
          />
        </>
      )}
    </>
  );
}

const CLEARED = {
  funnel_correlation_names: undefined,
  funnel_correlation_exclude_names: undefined,
  funnel_correlation_event_names: undefined,
  funnel_correlation_exclude_event_names: undefined,
  funnel_correlation_event_exclude_property_names: undefined,
};
