import { INT64, UINT8 } from "../compile/type.ts";
import type { ScalarFunctions } from "./function.ts";

const toBits = (value: number | bigint, bits: number) =>
  BigInt.asUintN(bits, typeof value === "bigint" ? value : BigInt(Math.trunc(value)));

/** Functions that the compiler calls with a number's width. */
export const BIT_PRIMITIVES: ScalarFunctions = {
  bitCount: {
    takes: "n n",
    gives: UINT8,
    run: (value: number | bigint, bits: number) => toBits(value, bits).toString(2).replaceAll("0", "").length,
  },
  bitRotate: {
    takes: "n n n n",
    gives: INT64,
    run: (value: number | bigint, by: number, width: number, isSigned: number) => {
      const digits = toBits(value, width).toString(2).padStart(width, "0");
      const at = ((by % width) + width) % width;
      const made = BigInt(`0b${digits.slice(at)}${digits.slice(0, at)}`);
      return isSigned === 1 ? BigInt.asIntN(width, made) : made;
    },
  },
};
