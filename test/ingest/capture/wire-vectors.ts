/** The wrappings of one payload, as reference/capture.md 2.6 gives them. */
export const PLAIN = '{"api_key":"phc_demo","event":"ping","distinct_id":"u1"}';

export const BASE64 = "eyJhcGlfa2V5IjoicGhjX2RlbW8iLCJldmVudCI6InBpbmciLCJkaXN0aW5jdF9pZCI6InUxIn0=";

export const FORM = "data=eyJhcGlfa2V5IjoicGhjX2RlbW8iLCJldmVudCI6InBpbmciLCJkaXN0aW5jdF9pZCI6InUxIn0%3D";

export const LZ64 = "N4IghgDglg+g1gUwJ4gFwggCwMYwCYIC2A9iADQgIBuCAdgC5oZS0Dm5IeUAzvS9vRhQ8TAK4BGEAF8gA===";

export const GZIP = Buffer.from(
  "1f8b0800000000000203ab564a2cc88ccf4ead54b2522ac8488e4f49cdcd57d2514a2d4bcd2b010965e6a52be928" +
    "a564169764e62597c467a6285929951a2ad50200c344015238000000",
  "hex",
);

export const EMOJI = '{"event":"π🦔","distinct_id":"u1","api_key":"phc_demo"}';

export const EMOJI_LZ64 = "N4IgpgbmB2AuIC4SAHgQfBuBTdkAaEATAlgM6z7QDGsA+vroiAK4CM2IAhgA76UDWYAnnXYALMpVxgAtgHsQAXyA";
