import type { TrendResult } from "../../../../../lib/index.ts";
import { toCountryName } from "./country-name.ts";
import { toPath } from "./people.ts";
import type { OpenPeople } from "./people.ts";
import { WorldMap } from "./world-map.tsx";

interface CountryMapProps {
  result: TrendResult["result"];
  /** Undefined = a document, where nothing can be pressed. */
  open?: OpenPeople;
}

/** A trend that is broken down by country, on a map. */
export function CountryMap({ result, open }: CountryMapProps) {
  const values = result.map((line) => {
    const country = String([line.breakdown_value].flat()[0] ?? "");
    return { country, name: toCountryName(country), value: line.aggregated_value ?? 0 };
  });
  const openAt = (index: number) => {
    const url = result[index]?.persons?.url;
    if (url !== undefined) open?.({ title: values[index]?.name ?? "", path: toPath(url) });
  };
  return <WorldMap name="Map of the countries" values={values} open={open && openAt} />;
}
