/** Large targets, one column, high contrast in light and dark. */
import { baseStyle } from '@svc/web/style';

export const style = `${baseStyle}
body{margin:0 auto;max-width:40rem;padding:0 1rem;font:1.125rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
html{scroll-padding:5rem 0 8rem}
main{display:flex;flex-direction:column;min-height:calc(100dvh - 4.25rem)}
main>form{flex:1}
h1{font-size:1.5rem;margin:1rem 0 .5rem;overflow-wrap:anywhere;text-wrap:balance}
h1:focus{outline:none}
h2{font-size:1.25rem;margin:1.5rem 0 .5rem}
p,li,dd{overflow-wrap:anywhere}
dl{grid-template-columns:fit-content(45%) 1fr}
header{display:flex;gap:.5rem;position:sticky;top:0;z-index:1;margin:0 -1rem;padding:.5rem 1rem;background:var(--paper);border-bottom:2px solid var(--edge)}
header a{display:flex;flex:1;align-items:center;min-height:3rem;color:var(--ink)}
header button,#desk{flex:none;justify-content:center;width:3rem;min-height:3rem;padding:0;border:2px solid var(--edge);border-radius:.75rem;background:var(--code)}
header .icon{width:1.5rem;height:1.5rem}
header [aria-pressed=true]{background:var(--ink);color:var(--paper)}
ul.run,ol.run,ul.queue{list-style:none;margin:0;padding:0}
.card{display:flex;flex-direction:column;padding:.75rem 1rem;margin:.75rem 0;border:2px solid var(--edge);border-radius:.75rem;color:var(--ink);text-decoration:none}
.card strong{font-size:1.25rem}
.state{font-weight:600}
.done{margin:.5rem 0;padding:.75rem 1rem;border-radius:.75rem;background:var(--good-tint);color:var(--good);font-size:1.25rem;font-weight:700}
.bad{color:var(--bad);font-weight:600}
.steps,form{display:flex;flex-direction:column;gap:.75rem}
button,.wide,summary,input,select,textarea{font:inherit;min-height:3.5rem;width:100%;border-radius:.75rem}
button,.wide,summary{display:flex;align-items:center;justify-content:center;padding:.5rem 1rem;text-align:center;cursor:pointer;border:2px solid var(--edge);background:var(--code);color:var(--ink);text-decoration:none}
fieldset{display:flex;flex-direction:column;gap:.75rem;min-width:0;margin:0;padding:.75rem;border:2px solid var(--edge);border-radius:.75rem}
legend{font-weight:700;padding:0 .25rem}
.box{display:flex;flex-direction:column;gap:.75rem}
details[open]>summary{margin-bottom:.75rem}
.check{display:flex;align-items:center;gap:.75rem;min-height:3rem}
.check input{flex:none;width:2.75rem;min-height:2.75rem;height:2.75rem;margin:0;accent-color:var(--link)}
.thumb{position:sticky;bottom:0;z-index:1;margin:auto -1rem 0;padding:.5rem 1rem max(.5rem,env(safe-area-inset-bottom));background:var(--paper);border-top:2px solid var(--edge)}
.thumb p{margin:0}
.thumb .wide{margin:0}
.pair{display:grid;grid-template-columns:1fr 2fr;gap:.75rem}
.wide{margin:.5rem 0}
.next{min-height:4.5rem;font-size:1.375rem;font-weight:700;background:var(--ink);color:var(--paper);border-color:var(--ink)}
input,select,textarea{padding:.5rem .75rem;border:2px solid var(--soft);background:var(--paper);color:var(--ink)}
[aria-invalid]{border-color:var(--bad);border-width:3px}
.field{display:flex;flex-direction:column;gap:.25rem}
.field label{font-weight:600}
canvas{display:block;max-width:100%;border:2px solid var(--soft);border-radius:.75rem;background:#fff}
canvas[hidden]{display:none}
.pad canvas,.field>canvas{max-height:12rem;margin:0 auto .5rem}
.photo{position:relative}
.photo input{position:absolute;inset:0;height:100%;opacity:0;cursor:pointer}
.photo .wide{margin:0}
.photo:has(:focus-visible){outline:4px solid var(--link);outline-offset:2px;border-radius:.75rem}
dialog{box-sizing:border-box;width:100%;max-width:none;height:100dvh;max-height:none;margin:0;padding:.5rem 1rem max(.5rem,env(safe-area-inset-bottom));border:0;background:var(--paper);color:var(--ink)}
dialog[open]{display:flex;flex-direction:column;gap:.5rem}
dialog h2{margin:.5rem 0 0}
dialog canvas,dialog video{flex:1;min-height:0;width:100%;touch-action:none}
dialog video{object-fit:cover;border-radius:.75rem;background:#000}
dialog>button{flex:none}
.qr{margin:.5rem 0;text-align:center}
.qr svg{width:100%;max-width:20rem;background:#fff}
.queue li{padding:.75rem 0;border-bottom:1px solid var(--line)}
.refused{border-left:.5rem solid var(--bad);padding-left:.75rem!important}
:root[data-sunlight]{color-scheme:only light;--ground:#fff;--paper:#fff;--code:#fff;--ink:#000;--soft:#000;--edge:#000;--line:#000;--link:#001d6e;--bad:#7a0000;--good:#003d1c;--good-tint:#fff}
[data-sunlight] body{font-weight:600}
[data-sunlight] .done{border:3px solid}
:focus-visible{outline:4px solid var(--link);outline-offset:2px}
`;
