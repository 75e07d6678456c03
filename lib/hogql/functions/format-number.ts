// Numbers for people, as ClickHouse writes them.

const SIZES = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"];
const QUANTITIES = [
  "",
  " thousand",
  " million",
  " billion",
  " trillion",
  " quadrillion",
  " quintillion",
  " sextillion",
];

/** Bytes: `1.50 KiB`. */
export function formatSize(bytes: number): string {
  const [value, place] = reduce(bytes, 1024, SIZES.length - 1);
  return `${value.toFixed(2)} ${SIZES[place]}`;
}

/** Bytes by thousands: `1.54 KB`. */
export function formatDecimalSize(bytes: number): string {
  const [value, place] = reduce(bytes, 1000, SIZES.length - 1);
  return `${value.toFixed(2)} ${SIZES[place]?.replace("i", "")}`;
}

/** A quantity: `1.23 million`. */
export function formatQuantity(quantity: number): string {
  const [value, place] = reduce(quantity, 1000, QUANTITIES.length - 1);
  return `${value.toFixed(2)}${QUANTITIES[place]}`;
}

function reduce(value: number, base: number, most: number): [value: number, place: number] {
  let [rest, place] = [value, 0];
  while (Math.abs(rest) >= base && place < most) [rest, place] = [rest / base, place + 1];
  return [rest, place];
}
