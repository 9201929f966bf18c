/** Style of the report page alone: figures, bars, columns. */
export const HOME_STYLE = `
:root{--part0:#3569b8;--part1:#c2622d;--part2:#2f8a6b;--part3:#8a55b5;--part4:#a8892a;--part5:#7b8794}
@media screen and (prefers-color-scheme:dark){:root{--part0:#7fb0f5;--part1:#f0a06f;--part2:#6fcbaa;--part3:#c9a0ee;--part4:#dcc26a;--part5:#8d99a6}}
.plain{list-style:none;padding:0}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(10rem,1fr));gap:.6rem;margin:1.2rem 0}
.figures div{border:1px solid var(--line);border-radius:.5rem;padding:.6rem .8rem;background:var(--soft)}
.figures dt{color:var(--faint);font-size:.8rem}
.figures dd{margin:.1rem 0 0;font-size:1.4rem;font-weight:600;font-variant-numeric:tabular-nums;white-space:nowrap}
.warn,.severity.warning{color:var(--warn)}.severity.error{color:var(--bad)}.severity.info{color:var(--faint)}
section{margin:2.6rem 0}main>section:first-child{margin-top:.6rem}section>.facts:first-of-type{margin-top:.2rem}
section h2{font-size:1.15rem;margin:0 0 .6rem}
.wide{overflow-x:auto}
header,main{max-width:76rem}
.wide table{width:100%;font-size:.9rem}
.wide td,.wide th{border:0;border-bottom:1px solid var(--line);padding:.35rem .7rem .35rem 0;text-align:left;vertical-align:top;overflow-wrap:break-word}
.wide th{color:var(--faint);font-weight:500;font-size:.8rem;white-space:nowrap}
.wide td.right,.wide th.right{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.wide td:last-child{padding-right:0}
.count{font-variant-numeric:tabular-nums;white-space:nowrap}
.path,.command{overflow-wrap:anywhere}.command{user-select:all;font-size:.85em;background:var(--soft);border-radius:.3rem;padding:.1rem .35rem}
.bar{display:block;width:100%;min-width:6rem;height:.7rem;margin-top:.35rem;border-radius:.2rem}.bar rect{fill:var(--part0)}
.chart{display:block;width:100%;max-width:56rem;height:auto;margin:.4rem 0}
.chart text{fill:var(--faint);font-size:11px}.chart line{stroke:var(--line)}
.part0{fill:var(--part0)}.part1{fill:var(--part1)}.part2{fill:var(--part2)}.part3{fill:var(--part3)}.part4{fill:var(--part4)}.part5{fill:var(--part5)}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;padding:0;margin:.2rem 0 .8rem;font-size:.85rem;color:var(--faint)}
.legend svg{width:.7rem;height:.7rem;margin-right:.4rem}
@media screen and (max-width:45rem){.wide td:has(>.command),.wide td:has(>.path){min-width:17rem}}
@media print{section{margin:1.6rem 0}h2,section>p{break-after:avoid}tr,.chart,.figures{break-inside:avoid}.wide{overflow:visible}.wide table{font-size:8pt}.wide td,.wide th{padding-right:.4rem}.wide th{white-space:normal}}
`;

/** For the page's policy; a test compares it. */
export const HOME_STYLE_HASH = 'sha256-82l4j6uwtIdnttpWGTMdp4klIdFPgChj+zE52oXfbOo=';
