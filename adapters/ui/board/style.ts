import type { Placed } from "../page/views/dashboards/pack-tiles.ts";

// No style attributes: the policy of the document allows this sheet alone, by its hash.

const SHEET = `
:root{color-scheme:light dark;--ground:light-dark(#fbfaf8,#16171a);--raised:light-dark(#fff,#1e2024);--sunken:light-dark(#f1efeb,#101113);--line:light-dark(#dedad3,#33363d);--text:light-dark(#1d1c1a,#ececee);--soft:light-dark(#5c574f,#a9adb6)}
*{box-sizing:border-box}
html{font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;background:var(--ground);color:var(--text)}
body{margin:0 auto;padding:1rem;max-width:1500px}
h1{font-size:1.3rem;margin:0}
h2{font-size:1.05rem;margin:0}
p,ul{margin:0}
a{color:inherit}
header,footer{margin:0 0 .75rem}
footer{margin:.75rem 0 0}
.soft{color:var(--soft)}
main{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));grid-auto-rows:minmax(4rem,auto);gap:.75rem}
section{container-type:inline-size;background:var(--raised);border:1px solid var(--line);border-radius:4px;padding:.75rem;min-width:0;overflow:auto}
section>*+*{margin-top:.5rem}
svg{display:block;width:100%;height:auto;overflow:visible}
svg text{font-size:11px;fill:var(--soft)}
.grid{stroke:var(--line)}
.line{fill:none;stroke-width:2}
.dashed{stroke-dasharray:5 4}
rect.running{opacity:.45}
.legend{display:flex;flex-wrap:wrap;gap:.1rem 1rem;padding:0;list-style:none}
.legend svg{display:inline-block;width:12px;height:8px}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.25rem .5rem;border-bottom:1px solid var(--line);vertical-align:baseline;overflow-wrap:anywhere}
td.running{background-image:repeating-linear-gradient(135deg,transparent 0 5px,color-mix(in srgb,var(--raised) 65%,transparent) 5px 8px)}
th{font-weight:600;color:var(--soft)}
.steps td:first-child,.values td:first-child{min-width:8rem}
.retention td{min-width:0;overflow-wrap:normal;white-space:nowrap}
td.number,th.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.share{display:block;height:.4rem;fill:var(--s0)}
${Array.from({ length: 8 }, (_, index) => `.c${index}{stroke:var(--s${index})}.f${index}{fill:var(--s${index})}`).join("\n")}
.h1{background:color-mix(in srgb,var(--s0) 10%,transparent)}.h2{background:color-mix(in srgb,var(--s0) 22%,transparent)}.h3{background:color-mix(in srgb,var(--s0) 34%,transparent)}.h4{background:color-mix(in srgb,var(--s0) 46%,transparent)}
:root{--s0:light-dark(#0b62a0,#6cb8f0);--s1:light-dark(#b4500a,#f2a35e);--s2:light-dark(#00735a,#4fc9a8);--s3:light-dark(#8c3f74,#dd93c4);--s4:light-dark(#7a6400,#d9c24a);--s5:light-dark(#3f51a3,#a3b1f5);--s6:light-dark(#a32638,#f58a97);--s7:light-dark(#4d5560,#b3bac5)}
@container(max-width:480px){.chart text{font-size:17px}th,td{padding:.25rem}.steps td:first-child{min-width:6rem}.steps th.number{white-space:normal}}
@container(min-width:800px){.chart{max-height:22rem}.chart text{font-size:9px}}
@media(max-width:900px){main{grid-template-columns:minmax(0,1fr)}main section{grid-area:auto!important}}
@media print{section{break-inside:avoid}}
`;

/** The sheet of a document, with the places of its tiles. */
export function toSheet(places: readonly Placed[]): string {
  const areas = places.map(({ id, x, y, w, h }) => `#tile-${id}{grid-area:${y + 1}/${x + 1}/span ${h}/span ${w}}`);
  // The rules of narrow windows come last.
  const at = SHEET.indexOf("@media(max");
  return `${SHEET.slice(0, at)}${areas.join("\n")}\n${SHEET.slice(at)}`;
}
