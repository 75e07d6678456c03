// CityHash64 1.0.2, which ClickHouse keeps: https://github.com/google/cityhash at 1.0.2. The npm package `cityhash` is
// a later version with other values. Numbers are unsigned, of 64 bits.

const K0 = 0xc3a5c85c97cb3127n;
const K1 = 0xb492b66fbe98f273n;
const K2 = 0x9ae16a3b2f90404fn;
const K3 = 0xc949d7c7509e6557n;
const MULTIPLIER = 0x9ddfea08eb382d69n;

const cut = (value: bigint) => BigInt.asUintN(64, value);
const rotate = (value: bigint, by: bigint) => (by === 0n ? value : cut((value >> by) | (value << (64n - by))));
const mix = (value: bigint) => value ^ (value >> 47n);

function join(low: bigint, high: bigint): bigint {
  const a = mix(cut((low ^ high) * MULTIPLIER));
  return cut(mix(cut((high ^ a) * MULTIPLIER)) * MULTIPLIER);
}

export function cityHash64(bytes: Buffer): bigint {
  if (bytes.length <= 16) return hashUpTo16(bytes);
  if (bytes.length <= 32) return hashUpTo32(bytes);
  return bytes.length <= 64 ? hashUpTo64(bytes) : hashLong(bytes);
}

function hashUpTo16(bytes: Buffer): bigint {
  const size = BigInt(bytes.length);
  if (bytes.length > 8) {
    const [a, b] = [bytes.readBigUInt64LE(0), bytes.readBigUInt64LE(bytes.length - 8)];
    return join(a, rotate(cut(b + size), size)) ^ b;
  }
  if (bytes.length >= 4) {
    const a = BigInt(bytes.readUInt32LE(0));
    return join(size + (a << 3n), BigInt(bytes.readUInt32LE(bytes.length - 4)));
  }
  if (bytes.length === 0) return K2;
  const [a = 0, b = 0, c = 0] = [bytes[0], bytes[bytes.length >> 1], bytes[bytes.length - 1]];
  return cut(mix(cut(BigInt(a + (b << 8)) * K2) ^ cut(BigInt(bytes.length + (c << 2)) * K3)) * K2);
}

function hashUpTo32(bytes: Buffer): bigint {
  const size = bytes.length;
  const a = cut(bytes.readBigUInt64LE(0) * K1);
  const b = bytes.readBigUInt64LE(8);
  const c = cut(bytes.readBigUInt64LE(size - 8) * K2);
  const d = cut(bytes.readBigUInt64LE(size - 16) * K0);
  return join(cut(rotate(cut(a - b), 43n) + rotate(c, 30n) + d), cut(a + rotate(b ^ K3, 20n) - c + BigInt(size)));
}

/** Half of `hashUpTo64`: two sums over 32 bytes. */
function sums(bytes: Buffer, at: number, start: bigint, z: bigint): [bigint, bigint] {
  let a = start;
  let b = rotate(cut(a + z), 52n);
  let c = rotate(a, 37n);
  a = cut(a + bytes.readBigUInt64LE(at + 8));
  c = cut(c + rotate(a, 7n));
  a = cut(a + bytes.readBigUInt64LE(at + 16));
  b = cut(b + rotate(a, 31n) + c);
  return [cut(a + z), b];
}

function hashUpTo64(bytes: Buffer): bigint {
  const size = bytes.length;
  const at = (place: number) => bytes.readBigUInt64LE(place);
  const [v, w] = sums(bytes, 0, cut(at(0) + cut(BigInt(size) + at(size - 16)) * K0), at(24));
  const [x, y] = sums(bytes, size - 32, cut(at(16) + at(size - 32)), at(size - 8));
  const r = mix(cut((v + y) * K2 + (x + w) * K0));
  return cut(mix(cut(r * K0 + w)) * K2);
}

/** Two sums over 32 bytes, from two seeds. */
function weak(bytes: Buffer, at: number, first: bigint, second: bigint): [bigint, bigint] {
  const [w, x, y, z] = [0, 8, 16, 24].map((place) => bytes.readBigUInt64LE(at + place)) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const begun = cut(first + w);
  const a = cut(begun + x + y);
  const b = cut(rotate(cut(second + begun + z), 21n) + rotate(a, 44n));
  return [cut(a + z), cut(b + begun)];
}

function hashLong(bytes: Buffer): bigint {
  const size = bytes.length;
  const at = (place: number) => bytes.readBigUInt64LE(place);
  let x = at(0);
  let y = at(size - 16) ^ K1;
  let z = at(size - 56) ^ K0;
  let v = weak(bytes, size - 64, BigInt(size), y);
  let w = weak(bytes, size - 32, cut(BigInt(size) * K1), K0);
  z = cut(z + mix(v[1]) * K1);
  x = cut(rotate(cut(z + x), 39n) * K1);
  y = cut(rotate(y, 33n) * K1);
  const end = (size - 1) & ~63;
  for (let from = 0; from < end; from += 64) {
    x = cut(rotate(cut(x + y + v[0] + at(from + 16)), 37n) * K1) ^ w[1];
    y = cut(rotate(cut(y + v[1] + at(from + 48)), 42n) * K1) ^ v[0];
    z = rotate(z ^ w[0], 33n);
    v = weak(bytes, from, cut(v[1] * K1), cut(x + w[0]));
    w = weak(bytes, from + 32, cut(z + w[1]), y);
    [x, z] = [z, x];
  }
  return join(cut(join(v[0], w[0]) + mix(y) * K1 + z), cut(join(v[1], w[1]) + x));
}

/** The hash of a whole number, as ClickHouse hashes numbers. */
function hashNumber(value: bigint): bigint {
  let x = cut(value) ^ 0x4cf2d2baae6da887n;
  x = cut((x ^ (x >> 33n)) * 0xff51afd7ed558ccdn);
  x = cut((x ^ (x >> 33n)) * 0xc4ceb9fe1a85ec53n);
  return x ^ (x >> 33n);
}

/** Decimal text: it has more digits than SQLite's numbers. */
export function hashValues(...values: readonly (string | number | bigint)[]): string {
  const [first = K2, ...rest] = values.map(hashValue);
  return String(rest.reduce(join, first));
}

function hashValue(value: string | number | bigint): bigint {
  if (typeof value === "string") return cityHash64(Buffer.from(value));
  if (typeof value === "bigint" || Number.isInteger(value)) return hashNumber(BigInt(value));
  const bits = Buffer.alloc(8);
  bits.writeDoubleLE(value);
  return hashNumber(bits.readBigUInt64LE());
}

export function hashModulo(hash: string, by: number | bigint): number | null {
  return Number(by) === 0 ? null : Number(BigInt(hash) % BigInt(Math.trunc(Number(by))));
}
