/** The content of `HEDGEHOG_ZSTD`. */
export const HEDGEHOG = `{"ok":true,"text":"${"hedgehog ".repeat(40)}"}`;

/** Made by the zstd command line tool 1.5: one frame with a checksum and one compressed block. */
export const HEDGEHOG_ZSTD = Buffer.from(
  "KLUv/WR9AC0BAPB7Im9rIjp0cnVlLCJ0ZXh0IjoiaGVkZ2Vob2cgIn0BAHBRLU6LGkET",
  "base64",
);
