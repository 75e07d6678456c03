import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toCountryCode } from "../../../adapters/ui/page/views/insights/country-code.ts";
import { toCountryName } from "../../../adapters/ui/page/views/insights/country-name.ts";
import { WORLD_OUTLINES, WORLD_SIZE } from "../../../adapters/ui/page/views/insights/world-outlines.ts";

const countries = suite("countries of the map");

countries("are found by their codes and by their English names", () => {
  assert.equal(["DE", "de", "Germany", "GERMANY"].map(toCountryCode), ["DE", "DE", "DE", "DE"]);
  assert.is(toCountryCode("Atlantis"), "Atlantis");
  assert.equal(["DE", "us", "Atlantis", ""].map(toCountryName), ["Germany", "United States", "Atlantis", "unknown"]);
});

countries("have each an outline within the drawing", () => {
  const codes = WORLD_OUTLINES.map(([code]) => code).filter((code) => code !== "");
  assert.is(new Set(codes).size, codes.length, "each once");
  for (const code of ["US", "DE", "BR", "IN", "CN", "ZA", "AU", "FR", "NO"]) assert.ok(codes.includes(code), code);
  for (const [code, path] of WORLD_OUTLINES) {
    assert.match(path, /^(?:M\d+ \d+l[-\d ]+z)+$/, code);
    for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g)) {
      assert.ok(Number(x) <= WORLD_SIZE[0] && Number(y) <= WORLD_SIZE[1], `${code}: ${x} ${y}`);
    }
  }
});

/** The first corner of a country. */
function cornerOf(code: string): number[] {
  const path = new Map(WORLD_OUTLINES).get(code) ?? "";
  return (/M(\d+) (\d+)/.exec(path) ?? []).slice(1).map(Number);
}

// Their places by an atlas: the outlines are not mixed up.
countries("lie from west to east, and from north to south", () => {
  const [[mexico = 0] = [], [germany = 0, north = 0] = [], [zealand = 0, south = 0] = []] = ["MX", "DE", "NZ"].map(
    cornerOf,
  );
  assert.ok(mexico < germany && germany < zealand);
  assert.ok(north < south);
});

countries.run();
