const { join } = require("node:path");

module.exports = {
  mode: "none",
  target: "node",
  entry: join(__dirname, "packaged.cjs"),
  output: { path: join(__dirname, "webpacked"), filename: "app.cjs" },
  externals: { "better-sqlite3": "commonjs better-sqlite3" },
};
