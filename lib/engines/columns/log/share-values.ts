import type { Json } from "../../../events/filters/index.ts";
import type { Dictionary } from "./dictionary.ts";
import type { CodedColumn, PropertyColumn, StoredCodes } from "./segment.ts";

/** Adds a column's values to the shared dictionary, as far as it has space; takes over the column. */
export function shareValues(column: CodedColumn | StoredCodes, shared: Dictionary): PropertyColumn {
  if ("list" in column) return shareList(column, shared);
  const { codes, values } = column;
  const places = new Uint32Array(values.length);
  for (let code = 1; code < values.length; code++) {
    const place = shared.codeOf(values[code]!);
    if (place === 0) return { codes, values, terms: null };
    places[code] = place;
  }
  return new SharedColumn(codes, { shared, places });
}

/** A column whose values lie in the shared dictionary alone: it is a third as large. */
class SharedColumn implements PropertyColumn {
  readonly codes: CodedColumn["codes"];
  readonly terms: NonNullable<PropertyColumn["terms"]>;
  #values: WeakRef<CodedColumn["values"]> | undefined;

  constructor(codes: CodedColumn["codes"], terms: NonNullable<PropertyColumn["terms"]>) {
    this.codes = codes;
    this.terms = terms;
  }

  get values(): CodedColumn["values"] {
    const known = this.#values?.deref();
    if (known !== undefined) return known;
    const { shared, places } = this.terms;
    const values = Array.from(places, (place) => shared.values[place]);
    this.#values = new WeakRef(values);
    return values;
  }
}

const [QUOTE, BRACKET, BRACE] = [0x22, 0x5b, 0x7b];

/** As `shareValues`, without a string for each text that is known: most addresses of a segment are. */
function shareList({ codes, list }: StoredCodes, shared: Dictionary): PropertyColumn {
  const found = [0];
  let escapeAt = findOr(list, "\\", 0, Infinity);
  for (let from = 1, end: number; from < list.length - 1; from = end + 1) {
    const first = list.charCodeAt(from);
    end = first === QUOTE ? list.indexOf('"', from + 1) + 1 : findOr(list, ",", from, list.length - 1);
    if (end <= from) throw new SyntaxError("It is no list of values.");
    let place = 0;
    if (first === QUOTE && end <= escapeAt) place = shared.codeOfQuoted(list, from + 1, end - 1);
    else if (first !== BRACKET && first !== BRACE) {
      while (escapeAt < end) {
        end = list.indexOf('"', Math.max(escapeAt + 2, end - 1)) + 1;
        escapeAt = findOr(list, "\\", escapeAt + 2, Infinity);
      }
      place = shared.codeOf(JSON.parse(list.slice(from, end)) as Json);
    }
    if (place === 0) return shareValues({ codes, values: [undefined, ...(JSON.parse(list) as Json[])] }, shared);
    found.push(place);
  }
  return new SharedColumn(codes, { shared, places: Uint32Array.from(found) });
}

function findOr(text: string, part: string, from: number, other: number): number {
  const at = text.indexOf(part, from);
  return at < 0 ? other : at;
}
