// A build for servers: packages stay outside unless INLINED names them.
// oxlint-disable-next-line import/no-default-export -- Vite reads it
export default {
  build: { ssr: "packaged.cjs", outDir: "vite", minify: false },
  ssr: { noExternal: process.env.INLINED ? [process.env.INLINED] : [], external: ["better-sqlite3"] },
  logLevel: "warn",
};
