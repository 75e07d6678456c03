import type { FunnelStepsResult } from "../../../../../lib/index.ts";
import { Swatch } from "../../parts/chart-legend.tsx";
import { colourToken } from "../../parts/chart-lines.ts";
import { toAddress } from "./address.ts";
import { Behind } from "./behind.tsx";
import { Count } from "./count.tsx";
import { FUNNEL_PATHS, stepsOf, toFunnelPaths } from "./funnel-paths.ts";
import type { FunnelPart } from "./funnel-paths.ts";
import { funnelRows, stepName } from "./funnel-rows.ts";
import type { FunnelRow } from "./funnel-rows.ts";
import { FunnelTable } from "./funnel-table.tsx";
import { describeNumber, describeSeconds, describeShare } from "./numbers.ts";
import { toPath } from "./people.ts";
import type { OpenPeople } from "./people.ts";
import type { QuestionDraft } from "./question.ts";
import { here } from "../../use-hash.ts";

interface FunnelStepsProps {
  question: QuestionDraft;
  result: FunnelStepsResult;
  open: OpenPeople;
  compact: boolean;
}

/** Values that are drawn: there are eight colours. The table has all. */
const DRAWN = 8;

/** The steps of a funnel as groups of columns, one for each value of a breakdown; the hatched part dropped off. */
export function FunnelSteps({ question, result, open, compact }: FunnelStepsProps) {
  const steps = funnelRows(result);
  const [first = []] = steps;
  const largest = first.toSorted((a, b) => b.entered - a.entered).slice(0, DRAWN);
  const lines = largest.map(({ line }) => line);
  const isBroken = first.some(({ line }) => line !== null);
  return (
    <>
      {!isBroken && <TotalConversion steps={steps} />}
      {isBroken && (
        <ul class="series-legend" aria-label="Legend">
          {lines.map((line, colour) => (
            <li key={line}>
              <Swatch colour={colour} /> {line}
            </li>
          ))}
          {first.length > DRAWN && <li class="hint">and {first.length - DRAWN} more in the table</li>}
        </ul>
      )}
      <ol class={`funnel${compact ? " compact" : ""}`} tabIndex={0} aria-label="Steps">
        {steps.map((rows, order) => (
          <li key={order}>
            <div class="funnel-columns">
              {lines.map((line, colour) => {
                const row = rows.find((each) => each.line === line);
                if (row === undefined) return null;
                return <FunnelColumn key={line ?? ""} row={row} colour={colour} question={question} open={open} />;
              })}
            </div>
            <h2>
              <span class="funnel-place">{order + 1}</span>
              {rows[0] !== undefined && stepName(question, rows[0].step)}
            </h2>
            {!isBroken && rows[0] !== undefined && <FunnelNumbers row={rows[0]} question={question} open={open} />}
            {!compact && canHavePaths(question) && <PathLinks question={question} step={order + 1} />}
          </li>
        ))}
      </ol>
      {!compact && (
        <Behind name="the funnel">{() => <FunnelTable question={question} steps={steps} open={open} />}</Behind>
      )}
    </>
  );
}

/** The share of all that finished, in large. */
function TotalConversion({ steps }: { steps: readonly FunnelRow[][] }) {
  const last = steps.at(-1)?.[0];
  if (last === undefined) return null;
  return (
    <p class="funnel-total">
      <b>{describeShare(last.step.count, last.entered)}</b>
      <span class="hint">
        converted: {describeNumber(last.step.count)} of {describeNumber(last.entered)}
      </span>
    </p>
  );
}

/** Only persons have paths, not groups. */
function canHavePaths({ aggregation_group_type_index: group }: QuestionDraft): boolean {
  return group === undefined;
}

/** Links to the paths before and after a step. */
function PathLinks({ question, step }: { question: QuestionDraft; step: number }) {
  const parts = (Object.keys(FUNNEL_PATHS) as FunnelPart[]).filter((part) => stepsOf(part, question).includes(step));
  return (
    <p class="funnel-paths">
      <span class="hint">Paths:</span>
      {parts.map((part) => (
        <a
          key={part}
          href={here(toAddress("new", toFunnelPaths(question, part, step)))}
          aria-label={`Paths ${SHORT[part]} step ${step}`}
        >
          {SHORT[part]}
        </a>
      ))}
    </p>
  );
}

const SHORT: Record<FunnelPart, string> = {
  funnel_path_before_step: "before",
  funnel_path_between_steps: "since the step before",
  funnel_path_after_step: "after",
};

interface FunnelRowProps {
  row: FunnelRow;
  question: QuestionDraft;
  open: OpenPeople;
}

/** The functions that show the persons of a step; undefined = there are none. */
function toOpeners({ row, question, open }: FunnelRowProps) {
  const { step, line, dropped } = row;
  const name = stepName(question, step);
  const title = line === null ? name : `${name} · ${line}`;
  const openBy = (text: string, link: string | null) =>
    link === null ? undefined : () => open({ title: `${text} ${title}`, path: toPath(link), explain: question });
  return {
    title,
    reached: step.count === 0 ? undefined : openBy("Reached", step.converted_people_url),
    left: dropped === 0 ? undefined : openBy("Dropped off before", step.dropped_people_url),
  };
}

function FunnelColumn({ row, colour, question, open }: FunnelRowProps & { colour: number }) {
  const { step, entered, before, dropped } = row;
  const { title, reached, left } = toOpeners({ row, question, open });
  const height = (count: number) => ({ height: `${entered === 0 ? 0 : (count / entered) * 100}%` });
  const told = `${title}: ${describeNumber(step.count)}, ${describeShare(step.count, entered)} of all`;
  return (
    <div class="funnel-column" style={{ "--colour": `var(${colourToken(colour)})` }}>
      {dropped > 0 && (
        <button
          type="button"
          class="dropped"
          style={height(dropped)}
          title={`${describeNumber(dropped)} dropped off, ${describeShare(dropped, before)} of the step before`}
          aria-label={`Dropped off before ${title}: ${describeNumber(dropped)}`}
          onClick={left}
        />
      )}
      {step.count > 0 && (
        <button
          type="button"
          class="reached"
          style={height(step.count)}
          title={told}
          aria-label={told}
          onClick={reached}
        />
      )}
    </div>
  );
}

function FunnelNumbers({ row, question, open }: FunnelRowProps) {
  const { step, entered, before, dropped } = row;
  const { reached, left } = toOpeners({ row, question, open });
  return (
    <p class="funnel-numbers">
      <b>
        <Count text={describeNumber(step.count)} isNothing={step.count === 0} open={reached} />
      </b>{" "}
      {describeShare(step.count, entered)}
      {step.order > 0 && (
        <>
          <br />
          <span class="hint">{describeShare(step.count, before)} of the step before</span>
          <br />
          <Count text={describeNumber(dropped)} isNothing={dropped === 0} open={left} />
          <span class="hint"> dropped off · median {describeSeconds(step.median_conversion_time)}</span>
        </>
      )}
    </p>
  );
}
