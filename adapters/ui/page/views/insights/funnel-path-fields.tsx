import { toAddress } from "../../../insight-address.ts";
import { Choice } from "../../parts/choice.tsx";
import { FUNNEL_PATHS, funnelOfPaths, stepsOf } from "./funnel-paths.ts";
import type { FunnelPart } from "./funnel-paths.ts";
import { entitiesOf, entityName } from "./question.ts";
import type { FieldsProps } from "./fields-props.ts";
import { here } from "../../use-hash.ts";

/** The fields of paths around a step of a funnel: the step, and the side. */
export function FunnelPathFields({ question, set }: FieldsProps) {
  const { funnel_paths: chosen, funnel_filter: filter } = question;
  const funnel = funnelOfPaths(question);
  if (funnel === undefined || filter === undefined) return null;
  const part = chosen as FunnelPart;
  const names = entitiesOf(funnel).map(entityName);
  const { funnel_step: step = 1 } = filter;
  const steps = new Map(stepsOf(part, funnel).map((each) => [String(each), `${each} ${names[each - 1] ?? ""}`]));
  // For persons who did not reach the step, as in PostHog's links.
  if (step < 0) steps.set(String(step), `dropped off before ${-step} ${names[-step - 1] ?? ""}`);
  const setPart = (next: FunnelPart) => {
    const [first = 1] = stepsOf(next, funnel);
    const isAllowed = step < 0 ? next !== "funnel_path_between_steps" : step >= first;
    set({ funnel_paths: next, ...(!isAllowed && { funnel_filter: { ...filter, funnel_step: first } }) });
  };
  return (
    <>
      <Choice label="Part of the paths" options={FUNNEL_PATHS} value={part} onChange={setPart} />
      <Choice
        label="Step of the funnel"
        options={Object.fromEntries(steps)}
        value={String(step)}
        onChange={(next) => set({ funnel_filter: { ...filter, funnel_step: Number(next) } })}
      />
      <a href={here(toAddress("new", funnel))}>The funnel</a>
      <button type="button" class="small" onClick={() => set({ funnel_paths: undefined, funnel_filter: undefined })}>
        Paths of everybody
      </button>
    </>
  );
}
