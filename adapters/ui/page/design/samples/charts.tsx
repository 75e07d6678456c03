import { Chart } from "../../parts/chart.tsx";
import type { ChartForm } from "../../parts/chart-lines.ts";
import { Pie } from "../../views/insights/pie.tsx";
import { WorldMap } from "../../views/insights/world-map.tsx";

const LABELS = Array.from({ length: 14 }, (_, index) => `${index + 1} Mar`);
const LINES = ["order paid", "product viewed", "signed up"].map((name, colour) => ({
  name,
  colour,
  data: LABELS.map((_, day) => Math.round(40 + 25 * Math.sin((day + colour * 3) / 2) + colour * 12)),
}));
const FORMS: [form: ChartForm, name: string][] = [
  ["line", "Lines"],
  ["area", "Area"],
  ["bars", "Bars"],
  ["stack", "Stacked bars"],
];
const PLANS = [
  { name: "free", value: 640, colour: 0 },
  { name: "pro", value: 280, colour: 1 },
  { name: "team", value: 80, colour: 2 },
];
const COUNTRIES = [
  { country: "US", name: "United States", value: 900 },
  { country: "DE", name: "Germany", value: 420 },
  { country: "BR", name: "Brazil", value: 180 },
  { country: "IN", name: "India", value: 60 },
];

/** Every display; the last two periods have not ended. */
export function ChartSamples() {
  return (
    <>
      {FORMS.map(([form, name]) => (
        <Chart
          key={form}
          name={name}
          labels={LABELS}
          lines={form === "bars" ? LINES.slice(0, 1) : LINES}
          form={form}
          runningFrom={12}
          hasTotal
          compact
        />
      ))}
      <Pie name="Pie of plans" values={PLANS} open={nothing} />
      <WorldMap name="Map of countries" values={COUNTRIES} open={nothing} />
    </>
  );
}

const nothing = () => undefined;
