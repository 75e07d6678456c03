import type { ComponentChildren } from "preact";
import { colourToken, hasPattern, pickColours } from "../../parts/chart-lines.ts";
import type { ColourBook } from "../../parts/chart-lines.ts";
import { Swatch } from "../../parts/swatch.tsx";
import { stepName, toBaseline } from "./funnel-rows.ts";
import type { FunnelRow } from "./funnel-rows.ts";
import { describeNumber, describeSeconds, describeShare } from "./numbers.ts";
import type { QuestionDraft } from "./question.ts";

/** A part of a column: the persons that reached the step, or those that dropped off before it. */
export type FunnelPiece = "reached" | "dropped";

/** The people behind a funnel; undefined = a document, where nothing can be pressed. */
export interface LiveFunnel {
  point: (row: FunnelRow, element: Element) => void;
  leave: () => void;
  press: (row: FunnelRow, piece: FunnelPiece, event: MouseEvent) => void;
  /** Numbers that lead to persons. */
  count: (row: FunnelRow, piece: FunnelPiece) => ComponentChildren;
  /** Stands below a step. */
  below: (order: number) => ComponentChildren;
}

interface FunnelDrawingProps {
  question: QuestionDraft;
  steps: readonly FunnelRow[][];
  compact: boolean;
  book?: ColourBook | undefined;
  live?: LiveFunnel | undefined;
}

/** Values that are drawn; the table has all. */
const DRAWN = 8;

/** The steps of a funnel as groups of columns, one for each value of a breakdown; the hatched part dropped off. */
export function FunnelDrawing({ question, steps, compact, book, live }: FunnelDrawingProps) {
  const [first = []] = steps;
  const lines = first
    .toSorted((a, b) => b.entered - a.entered)
    .slice(0, DRAWN)
    .map(({ line }) => line);
  const isBroken = first.some(({ line }) => line !== null);
  const colours = isBroken
    ? pickColours(
        lines.map((line) => line ?? ""),
        book,
      )
    : [0];
  return (
    <>
      <TotalConversion steps={steps} isBroken={isBroken} />
      {isBroken && (
        <ul class="series-legend" aria-label="Legend">
          {lines.map((line, index) => (
            <li key={line} class="still">
              <Swatch colour={colours[index] ?? index} />
              <span class="cut" title={line ?? ""}>
                {line}
              </span>
            </li>
          ))}
          {first.length > DRAWN && <li class="still hint">+{first.length - DRAWN} more in the table</li>}
        </ul>
      )}
      <ol class={`funnel${compact ? " compact" : ""}`} tabIndex={live && 0} aria-label="Steps">
        {steps.map((rows, order) => {
          const whole = isBroken ? toBaseline(rows) : rows[0];
          return (
            <li key={order}>
              <div class="funnel-columns">
                {lines.map((line, index) => {
                  const row = rows.find((each) => each.line === line);
                  if (row === undefined) return null;
                  const colour = colours[index] ?? index;
                  return <FunnelColumn key={line ?? ""} row={row} colour={colour} question={question} live={live} />;
                })}
              </div>
              <h2>
                <span class="funnel-place">{order + 1}</span>
                {rows[0] !== undefined && stepName(question, rows[0].step)}
              </h2>
              {whole !== undefined && <FunnelNumbers row={whole} compact={compact} live={live} />}
              {live?.below(order)}
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** The share of all that finished, in large. */
function TotalConversion({ steps, isBroken }: { steps: readonly FunnelRow[][]; isBroken: boolean }) {
  const rows = steps.at(-1) ?? [];
  const last = isBroken ? toBaseline(rows) : rows[0];
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

interface FunnelColumnProps {
  row: FunnelRow;
  colour: number;
  question: QuestionDraft;
  live: LiveFunnel | undefined;
}

function FunnelColumn({ row, colour, question, live }: FunnelColumnProps) {
  const { step, entered, dropped, line } = row;
  const height = (count: number) => ({ height: `${entered === 0 ? 0 : (count / entered) * 100}%` });
  const name = line === null ? stepName(question, step) : `${stepName(question, step)} · ${line}`;
  const told = `${name}: ${describeNumber(step.count)}, ${describeShare(step.count, entered)} of all, ${describeNumber(dropped)} dropped off before`;
  const style = { "--colour": `var(${colourToken(colour)})` };
  const parts = (
    <>
      {line !== null && (
        <span class="funnel-share" data-share={entered === 0 ? "" : `${Math.round((step.count / entered) * 100)} %`} />
      )}
      {dropped > 0 && <span class="dropped" style={height(dropped)} data-piece="dropped" />}
      {step.count > 0 && (
        <span class={`reached${hasPattern(colour) ? " dotted" : ""}`} style={height(step.count)} data-piece="reached" />
      )}
    </>
  );
  if (live === undefined)
    return (
      <div class="funnel-column" style={style} title={told}>
        {parts}
      </div>
    );
  const press = (event: MouseEvent) => {
    const { piece } = (event.target as HTMLElement).dataset;
    live.press(row, piece === "dropped" ? "dropped" : "reached", event);
  };
  return (
    <button
      type="button"
      class="funnel-column"
      style={style}
      aria-label={told}
      onPointerEnter={({ pointerType, currentTarget }) => pointerType !== "touch" && live.point(row, currentTarget)}
      onPointerLeave={({ pointerType }) => pointerType !== "touch" && live.leave()}
      onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && live.point(row, currentTarget)}
      onBlur={live.leave}
      onClick={press}
    >
      {parts}
    </button>
  );
}

function FunnelNumbers({ row, compact, live }: Pick<FunnelDrawingProps, "compact" | "live"> & { row: FunnelRow }) {
  const { step, entered, before, dropped, line } = row;
  const count = (piece: FunnelPiece, text: string) => (line === null ? (live?.count(row, piece) ?? text) : text);
  return (
    <p class="funnel-numbers">
      <b>{count("reached", describeNumber(step.count))}</b> {describeShare(step.count, entered)}
      {step.order > 0 && (
        <>
          <br />
          {!compact && (
            <>
              <span class="hint">{describeShare(step.count, before)} of the step before</span>
              <br />
            </>
          )}
          {count("dropped", describeNumber(dropped))}
          <span class="hint">
            {" "}
            dropped off{line === null && ` · median ${describeSeconds(step.median_conversion_time)}`}
          </span>
        </>
      )}
    </p>
  );
}
