import { useContext } from "preact/hooks";
import type { TrendResult } from "../../../../../lib/index.ts";
import { onDemand } from "../../on-demand.tsx";
import { ColourContext } from "../../parts/colour-context.ts";
import type { OpenPeople } from "./people.ts";
import type { QuestionDraft } from "./question.ts";
import { ValuesDrawing } from "./values-drawing.tsx";

interface TrendValuesProps {
  question: QuestionDraft;
  result: TrendResult["result"];
  open: OpenPeople;
  /** Leaves out the table beside a picture. */
  compact: boolean;
}

// Loaded for the first map: the outlines of the countries.
const CountryMap = onDemand(async () => (await import("./country-map.tsx")).CountryMap);

/** A trend with a single value for each series: a large number, a pie, a map, and a table with bars. */
export function TrendValues(props: TrendValuesProps) {
  const book = useContext(ColourContext);
  return (
    <>
      {props.question.display === "WorldMap" && <CountryMap result={props.result} open={props.open} />}
      <ValuesDrawing {...props} book={book} />
    </>
  );
}
