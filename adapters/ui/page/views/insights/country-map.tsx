import type { TrendResult } from "../../../../../lib/index.ts";
import { toCountryName } from "./country-name.ts";
import { WorldMap } from "./world-map.tsx";

interface CountryMapProps {
  result: TrendResult["result"];
  open: (index: number) => void;
}

/** A trend that is broken down by country, on a map. */
export function CountryMap({ result, open }: CountryMapProps) {
  const values = result.map((line) => {
    const country = String([line.breakdown_value].flat()[0] ?? "");
    return { country, name: toCountryName(country), value: line.aggregated_value ?? 0 };
  });
  return <WorldMap name="Map of the countries" values={values} open={open} />;
}
