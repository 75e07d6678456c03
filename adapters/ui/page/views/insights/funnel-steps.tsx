import type { FunnelStepsResult } from "../../../../../lib/index.ts";
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

/** The steps of a funnel as bars, one for each value of a breakdown. */
export function FunnelSteps({ question, result, open, compact }: FunnelStepsProps) {
  const steps = funnelRows(result);
  return (
    <>
      <ol class="funnel">
        {steps.map((rows, order) => (
          <li key={order}>
            <h2>
              <span class="funnel-place">{order + 1}</span>
              {rows[0] !== undefined && stepName(question, rows[0].step)}
            </h2>
            {!compact && canHavePaths(question) && <PathLinks question={question} step={order + 1} />}
            {rows.map((row, index) => (
              <FunnelBar key={row.line ?? ""} row={row} colour={index} question={question} open={open} />
            ))}
          </li>
        ))}
      </ol>
      {!compact && (
        <Behind name="the funnel">{() => <FunnelTable question={question} steps={steps} open={open} />}</Behind>
      )}
    </>
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

interface FunnelBarProps {
  row: FunnelRow;
  colour: number;
  question: QuestionDraft;
  open: OpenPeople;
}

function FunnelBar({ row, colour, question, open }: FunnelBarProps) {
  const { step, line, entered, before, dropped } = row;
  const name = stepName(question, step);
  const title = line === null ? name : `${name} · ${line}`;
  const openBy = (text: string, link: string) => () =>
    open({ title: `${text} ${title}`, path: toPath(link), explain: question });
  const { dropped_people_url: droppedUrl } = step;
  return (
    <div class="funnel-row">
      {line !== null && <span class="funnel-line">{line}</span>}
      <svg
        class="funnel-bar"
        width="100%"
        height="22"
        role="img"
        aria-label={`${describeShare(step.count, entered)} of all`}
      >
        <rect class="funnel-ground" width="100%" height="22" rx="2" />
        <rect
          width={`${entered === 0 ? 0 : (step.count / entered) * 100}%`}
          height="22"
          rx="2"
          style={{ fill: `var(--series-${(colour % 8) + 1})` }}
        />
      </svg>
      <p class="funnel-numbers">
        <b>
          <Count
            text={describeNumber(step.count)}
            isNothing={step.count === 0}
            open={openBy("Reached", step.converted_people_url)}
          />
        </b>{" "}
        {describeShare(step.count, entered)}
        {step.order > 0 && (
          <>
            <span class="hint"> · {describeShare(step.count, before)} of the step before · </span>
            <Count
              text={describeNumber(dropped)}
              isNothing={dropped === 0}
              open={droppedUrl === null ? undefined : openBy("Dropped off before", droppedUrl)}
            />
            <span class="hint"> dropped off · median {describeSeconds(step.median_conversion_time)}</span>
          </>
        )}
      </p>
    </div>
  );
}
