import { useContext, useState } from "preact/hooks";
import type { FunnelStepsResult } from "../../../../../lib/index.ts";
import { ColourContext } from "../../parts/colour-context.ts";
import { CardButton, isTouch, PointCard } from "../../parts/point-card.tsx";
import { here } from "../../use-hash.ts";
import { toAddress } from "../../../insight-address.ts";
import { Behind } from "./behind.tsx";
import { Count } from "./count.tsx";
import { FunnelDrawing } from "./funnel-drawing.tsx";
import type { FunnelPiece } from "./funnel-drawing.tsx";
import { FUNNEL_PATHS, stepsOf, toFunnelPaths } from "./funnel-paths.ts";
import type { FunnelPart } from "./funnel-paths.ts";
import { funnelRows, stepName } from "./funnel-rows.ts";
import type { FunnelRow } from "./funnel-rows.ts";
import { FunnelTable } from "./funnel-table.tsx";
import { describeNumber, describeSeconds, describeShare } from "./numbers.ts";
import { toPath } from "./people.ts";
import type { OpenPeople } from "./people.ts";
import type { QuestionDraft } from "./question.ts";

interface FunnelStepsProps {
  question: QuestionDraft;
  result: FunnelStepsResult;
  open: OpenPeople;
  compact: boolean;
}

interface Pointed {
  row: FunnelRow;
  at: { x: number; y: number };
  isHeld: boolean;
}

/** The steps of a funnel; a column shows its numbers, and leads to its persons. */
export function FunnelSteps({ question, result, open, compact }: FunnelStepsProps) {
  const steps = funnelRows(result);
  const book = useContext(ColourContext);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const openPiece = (row: FunnelRow, piece: FunnelPiece) => {
    const link = piece === "reached" ? row.step.converted_people_url : row.step.dropped_people_url;
    const count = piece === "reached" ? row.step.count : row.dropped;
    if (!link || count === 0) return undefined;
    const title = `${piece === "reached" ? "Reached" : "Dropped off before"} ${rowNameOf(question, row)}`;
    return () => {
      setPointed(null);
      open({ title, path: toPath(link) });
    };
  };
  return (
    <>
      <FunnelDrawing
        question={question}
        steps={steps}
        compact={compact}
        book={book}
        live={{
          point: (row, element) => setPointed({ row, at: middleOf(element), isHeld: false }),
          leave: () => setPointed((last) => (last?.isHeld ? last : null)),
          press: (row, piece, event) =>
            isTouch(event)
              ? setPointed({ row, at: { x: event.clientX, y: event.clientY }, isHeld: true })
              : openPiece(row, piece)?.(),
          count: (row, piece) => {
            const count = piece === "reached" ? row.step.count : row.dropped;
            return <Count text={describeNumber(count)} isNothing={count === 0} open={openPiece(row, piece)} />;
          },
          below: (order) => !compact && canHavePaths(question) && <PathLinks question={question} step={order + 1} />,
        }}
      />
      {pointed !== null && (
        <PointCard at={pointed.at} isHeld={pointed.isHeld} close={() => setPointed(null)}>
          <FunnelCard {...pointed} question={question} openPiece={openPiece} />
        </PointCard>
      )}
      {!compact && (
        <Behind name="the funnel">{() => <FunnelTable question={question} steps={steps} open={open} />}</Behind>
      )}
    </>
  );
}

function middleOf(element: Element): Pointed["at"] {
  const { right, top, height } = element.getBoundingClientRect();
  return { x: right, y: top + height / 2 };
}

function rowNameOf(question: QuestionDraft, { step, line }: FunnelRow): string {
  return line === null ? stepName(question, step) : `${stepName(question, step)} · ${line}`;
}

interface FunnelCardProps extends Pick<Pointed, "row" | "isHeld"> {
  question: QuestionDraft;
  openPiece: (row: FunnelRow, piece: FunnelPiece) => (() => void) | undefined;
}

/** The numbers of a column. */
function FunnelCard({ row, isHeld, question, openPiece }: FunnelCardProps) {
  const { step, entered, before, dropped } = row;
  const rows = [
    ["Reached", describeNumber(step.count), describeShare(step.count, entered)],
    ...(step.order === 0
      ? []
      : [
          ["Share of the step before", "", describeShare(step.count, before)],
          ["Dropped off before", describeNumber(dropped), describeShare(dropped, before)],
          ["Median time", describeSeconds(step.median_conversion_time), ""],
        ]),
  ];
  const pieces = (["reached", "dropped"] as const).flatMap((piece) => {
    const press = openPiece(row, piece);
    const text =
      piece === "reached" ? `${describeNumber(step.count)} reached it` : `${describeNumber(dropped)} dropped off`;
    return press === undefined ? [] : [{ text, press }];
  });
  return (
    <>
      <p>
        <b>
          {step.order + 1} {rowNameOf(question, row)}
        </b>
      </p>
      <table>
        <tbody>
          {rows.map(([name, count, share]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{count}</td>
              <td class="hint">{share}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="row">
        {pieces.map(({ text, press }) => (
          <CardButton key={text} text={text} isHeld={isHeld} press={press} />
        ))}
      </p>
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
