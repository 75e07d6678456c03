import commonjs from "@rollup/plugin-commonjs";
import json from "@rollup/plugin-json";
import resolve from "@rollup/plugin-node-resolve";

// rollup --config --external …
// oxlint-disable-next-line import/no-default-export -- Rollup reads it
export default {
  input: "packaged.cjs",
  output: { file: "rolled/app.cjs", format: "cjs", inlineDynamicImports: true },
  plugins: [resolve({ preferBuiltins: true, exportConditions: ["node"] }), commonjs(), json()],
};
