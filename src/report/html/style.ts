/** Light and dark, screen and print. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#fdfdfc;--ink:#1f2328;--faint:#5c6570;--line:#e0e4e8;--soft:#f4f5f6;--user:#edf3fb;--link:#0a58ca;--good:#1a7f37;--bad:#b3261e;--add:#e0f7e6;--cut:#fdeae8;--warn:#7a4d00;--word:#7a3fc4;--text:#0a5c36;--number:#0550ae;--found:#ffe58a}
@media screen and (prefers-color-scheme:dark){:root{--paper:#16181b;--ink:#e2e5e9;--faint:#9aa4af;--line:#2f353c;--soft:#1e2226;--user:#1c2735;--link:#86b5f7;--good:#5fc27a;--bad:#ff8f86;--add:#153321;--cut:#3e1d1c;--warn:#e6b566;--word:#c9a6ff;--text:#8fd6a8;--number:#8cc0ff;--found:#6b5510}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:.2rem}
::highlight(found){background:var(--found)}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.4rem .8rem;z-index:2}
header,main,footer{max-width:52rem;margin:0 auto;padding:1rem 1.4rem}
header{padding-top:2rem}
h1{font-size:1.6rem;line-height:1.25;font-weight:650;letter-spacing:-.01em;margin:0 0 .8rem}
.facts{color:var(--faint);font-size:.875rem;margin:.2rem 0}
.about{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1.2rem;margin:0 0 1rem;font-size:.875rem}
.about dt{color:var(--faint)}.about dd{margin:0}
.command{user-select:all}.command span{white-space:nowrap}
nav{padding:2rem 1.2rem;font-size:.85rem;line-height:1.45;border-right:1px solid var(--line)}
nav summary{cursor:pointer;color:var(--faint);font-weight:600;margin:.8rem 0 .3rem}
nav ol,nav ul{margin:0;padding-left:1.6rem}nav .part{margin-left:-1.2rem;padding-left:1.2rem}nav li{margin:.3rem 0;color:var(--faint)}
nav a{color:inherit;text-decoration:none}nav a:hover{color:var(--link);text-decoration:underline}
nav li a{color:var(--ink)}nav .edits a{color:var(--link);padding:0 .25rem;text-decoration:underline}
@media (min-width:72rem){body:has(>nav){display:grid;grid-template-columns:19rem minmax(0,1fr)}nav{position:sticky;top:0;height:100vh;overflow:auto}}
@media (max-width:71.99rem){body:has(>nav){display:flex;flex-direction:column}body:has(>nav)>div{display:contents}header,main,footer{width:100%}header{order:-1}nav{border-top:1px solid var(--line);border-right:0;border-bottom:1px solid var(--line);padding:1rem 1.4rem}nav>*{max-width:49rem;margin:.3rem auto}nav .list{max-height:30vh;overflow:auto;margin-left:-1.2rem;padding-left:1.2rem}}
.search{display:flex;gap:.5rem;align-items:center;flex-wrap:wrap;margin:1rem 0 .4rem}
.search span:empty{display:none}.search span{color:var(--faint);font-size:.875rem}
input[type=search]{font:inherit;font-size:.95rem;padding:.4rem .8rem;border:1px solid var(--faint);border-radius:.5rem;background:var(--paper);color:var(--ink);min-width:0;flex:1 1 14rem}
button{font:inherit;font-size:.875rem;padding:.4rem .8rem;border:1px solid var(--line);border-radius:.5rem;background:var(--soft);color:var(--ink);cursor:pointer}button:hover{border-color:var(--faint)}
kbd{font:.8em ui-monospace,monospace;border:1px solid var(--line);border-radius:.25rem;padding:.05rem .35rem;background:var(--soft)}
.part{content-visibility:auto;contain-intrinsic-size:auto 60rem}
.exchange{content-visibility:auto;contain-intrinsic-size:auto 60rem;border-top:1px solid var(--line);padding:.6rem 0 1.4rem;scroll-margin-top:.5rem}
.exchange>summary{cursor:pointer;padding:.2rem 0;color:var(--faint);font-size:.8rem}
.exchange>summary h2{display:inline;font-size:.8rem;font-weight:600;letter-spacing:.02em}
.exchange[open]>summary .peek{display:none}
.gap,.rule{color:var(--faint);font-size:.8rem;display:flex;gap:1rem;align-items:center;margin:1.4rem 0 .6rem}
.gap:before,.gap:after,.rule:before,.rule:after{content:"";flex:1;border-top:1px dashed var(--line)}
.who{font-weight:600;font-size:.85rem;margin:1.2rem 0 .2rem}.who time{font-weight:400;color:var(--faint);margin-left:.4rem}
.said{position:relative;margin:.3rem 0;padding-right:2.6rem;scroll-margin-top:1rem}
.said>p:first-of-type{margin-top:.3rem}.said>p:last-of-type{margin-bottom:.3rem}
.said.user{background:var(--user);border-radius:.7rem;padding:.35rem 2.8rem .35rem 1rem}
.said.hidden{border-left:3px solid var(--line);padding-left:.8rem}
.said:target{outline:2px solid var(--link);outline-offset:-2px;border-radius:.4rem}
.number{position:absolute;right:.6rem;top:.45rem;font-size:.72rem;color:var(--faint);text-decoration:none;font-variant-numeric:tabular-nums}.number:hover{text-decoration:underline}
.remark{color:var(--faint);font-size:.85rem;margin:.1rem 0}
article{border-top:1px solid var(--line);padding:.9rem 0}article h2{font-size:1.05rem;font-weight:600;margin:0}article h2 a{text-decoration:none}article h2 a:hover{text-decoration:underline}
details.fold{border-left:2px solid var(--line);margin:.3rem 0;padding-left:.8rem}
details.fold>summary{cursor:pointer;padding:.15rem 0;font-size:.875rem;color:var(--faint)}
details.fold>summary strong{color:var(--ink);font-weight:600}
details.fold[open]{margin-bottom:.8rem}
.passed{margin:.2rem 0;font-size:.85rem}.passed dt{color:var(--faint);margin-top:.3rem}.passed dd{margin:0}
.good{color:var(--good)}.bad{color:var(--bad)}
pre{white-space:pre-wrap;font:.84rem/1.5 ui-monospace,monospace;background:var(--soft);border-radius:.5rem;padding:.6rem .9rem;margin:.5rem 0;overflow:auto;max-height:40rem;tab-size:4}
.passed pre{margin:.1rem 0;padding:.3rem .7rem}
pre.failed{border-left:3px solid var(--bad)}
code{font-family:ui-monospace,monospace;font-size:.88em}
p code,li code,td code{background:var(--soft);border-radius:.25rem;padding:.08rem .3rem}
table{border-collapse:collapse;font-size:.95em}td,th{border:1px solid var(--line);padding:.25rem .6rem}.right{text-align:right}.center{text-align:center}
blockquote{border-left:3px solid var(--line);margin-left:0;padding-left:.9rem;color:var(--faint)}
pre.diff{padding:.4rem 0}pre.diff>*{display:block;padding:0 .9rem;white-space:pre-wrap;text-decoration:none}ins{background:var(--add)}del{background:var(--cut)}
.finding{border-left:4px solid var(--bad);background:var(--soft);border-radius:.3rem;padding:.4rem .9rem;margin:.5rem 0;font-size:.9rem}.finding.warning{border-color:var(--warn)}.finding.info{border-color:var(--faint)}.finding.healed{border-color:var(--good)}
img{max-width:100%;height:auto;border-radius:.3rem}
.hljs-keyword,.hljs-built_in,.hljs-type,.hljs-section{color:var(--word)}.hljs-string,.hljs-regexp,.hljs-addition{color:var(--text)}.hljs-number,.hljs-literal,.hljs-attr,.hljs-title{color:var(--number)}.hljs-comment,.hljs-quote,.hljs-meta{color:var(--faint)}.hljs-deletion{color:var(--bad)}
[hidden]{display:none}
footer{color:var(--faint);font-size:.8rem}
@media (pointer:coarse){.keys{display:none}}
@media (max-width:30rem){input[type=search]{flex-basis:100%}}
@media print{:root{color-scheme:light}nav,.search,.skip,.keys{display:none}body{display:block;font-size:10pt}header,main{max-width:none}pre{max-height:none}.exchange,.part{content-visibility:visible}.who,summary{break-after:avoid}.finding,.rule,img{break-inside:avoid}}
`;

/** For the page's policy; a test compares it. */
export const STYLE_HASH = 'sha256-q+9zs59x0crptZZPQuvt7ip/Jdl6w3HESmcfh1ztotA=';
