import type { TrendResult } from "../../../../../lib/index.ts";
import { toChange } from "../../parts/short-number.ts";
import { Count } from "./count.tsx";
import { describeNumber } from "./numbers.ts";
import { toPath } from "./people.ts";
import type { OpenPeople } from "./people.ts";

interface BoldNumbersProps {
  result: TrendResult["result"];
  open: OpenPeople | undefined;
}

/** A large number for each series, with its change against the previous period if that was asked. */
export function BoldNumbers({ result, open }: BoldNumbersProps) {
  const shown = result.filter(({ compare_label: period }) => period !== "previous");
  return (
    <ul class="bold-numbers">
      {shown.map((line) => {
        const value = line.aggregated_value ?? 0;
        const url = line.persons?.url;
        const before = result.find(
          (other) =>
            other.compare_label === "previous" &&
            other.label === line.label &&
            other.action?.order === line.action?.order,
        )?.aggregated_value;
        return (
          <li key={`${line.action?.order} ${line.label}`}>
            <Count
              text={describeNumber(value)}
              isNothing={value === 0}
              open={
                url === undefined || open === undefined
                  ? undefined
                  : () => open({ title: line.label, path: toPath(url) })
              }
            />
            <span>{line.label}</span>
            {before !== undefined && (
              <span class="hint">
                {toChange(value, before) ?? "new"} against {describeNumber(before)} before
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
