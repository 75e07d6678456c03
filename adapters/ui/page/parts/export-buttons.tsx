import type { RefObject } from "preact";
import { useAction } from "../use-action.ts";
import { toPicture } from "./picture.ts";
import { saveFile } from "./save-file.ts";
import { ErrorNote } from "./states.tsx";
import { tableCsv } from "./table-csv.ts";

interface ExportButtonsProps {
  /** The name of the files, without their ending. */
  name: string;
  /** The part of the page that is saved: its first table as CSV, all of it as PNG. */
  of: RefObject<HTMLElement>;
}

/** Buttons that save the numbers as CSV and the picture as PNG. */
export function ExportButtons({ name, of }: ExportButtonsProps) {
  const file = name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "") || "insight";
  const csv = useAction(async () => {
    const table = of.current?.querySelector("table");
    if (!table) throw new Error("There are no numbers to save.");
    // The mark at its start tells spreadsheets that it is UTF-8.
    saveFile(`${file}.csv`, new Blob(["\uFEFF", tableCsv(table)], { type: "text/csv" }));
  });
  const png = useAction(async () => {
    if (of.current !== null) saveFile(`${file}.png`, await toPicture(of.current));
  });
  return (
    <div class="row insight-tools" data-no-picture>
      <button type="button" class="small" onClick={() => void csv.run()}>
        CSV
      </button>
      <button type="button" class="small" disabled={png.isRunning} onClick={() => void png.run()}>
        PNG
      </button>
      {[csv.error, png.error].map((error, index) => error && <ErrorNote key={index} error={error} />)}
    </div>
  );
}
