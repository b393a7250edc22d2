import { baseStyle } from '@svc/web/style';

/** The desk's one style sheet: phone to wide screen; no colour carries a meaning alone. */
export const style = `${baseStyle}
body{margin:0;color:var(--ink);background:var(--paper);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{margin:.25rem 0 1rem;font-size:1.6rem;line-height:1.2}
h2{margin:2rem 0 .5rem;font-size:1.2rem}
ul,ol{margin:.5rem 0;padding-left:1.25rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;padding:.5rem;background:var(--paper);z-index:1}
.top{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center;padding:.5rem 1rem;border-bottom:1px solid var(--line)}
.top nav{flex:1 1 auto}
.top nav ul{display:flex;flex-wrap:wrap;gap:.25rem;margin:0;padding:0;list-style:none}
.top nav a{display:block;padding:.5rem .75rem;border-radius:.375rem;text-decoration:none}
.top nav a[aria-current]{background:var(--code);color:var(--ink);font-weight:600;text-decoration:underline}
.person{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center}
body.sandbox{border-top:.5rem dashed var(--link)}
.environment{flex:1 0 100%;margin:0;padding:.5rem .75rem;background:var(--code);border-radius:.375rem}
.switch{display:inline-block;padding:.5rem .75rem;min-height:1.5rem}
main{max-width:80rem;margin:0 auto;padding:1rem}
main:focus{outline:none}
form{margin:0}
button,input,select,textarea{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:.375rem;padding:.5rem .75rem;min-height:2.75rem;max-width:100%}
button{background:var(--code);cursor:pointer}
button:hover{border-color:var(--ink)}
.field{display:flex;flex-direction:column;gap:.25rem;margin:.75rem 0;max-width:30rem}
.field label{font-weight:600}
.fault{color:var(--bad);font-weight:600}
[aria-invalid=true]{border:2px solid var(--bad)}
.alert{border-left:.35rem solid var(--bad);padding:.5rem .75rem;margin:0 0 1rem;background:var(--code)}
fieldset{min-width:0;max-width:32rem;margin:1rem 0;padding:.25rem .75rem;border:1px solid var(--line);border-radius:.375rem}
legend{padding:0 .25rem;font-weight:600}
.amount{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.handover-code{font:600 2.5rem/1.2 ui-monospace,monospace;letter-spacing:.15em}
.filter{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end;margin:0 0 1rem}
.filter .field{margin:0;max-width:100%}
.table{position:relative;overflow-x:auto;border:1px solid var(--line);border-radius:.375rem}
form+.table{margin-top:1rem}
table{border-collapse:collapse;width:100%}
caption{text-align:left;padding:.5rem .75rem;color:var(--soft)}
th,td{text-align:left;padding:.5rem .75rem;border-top:1px solid var(--line);vertical-align:top;overflow-wrap:normal}
thead th{border-top:0;color:var(--soft);font-weight:600;white-space:nowrap}
.mark{border-left:.25rem solid var(--bad);border-right:.25rem solid var(--bad);padding:0 .25rem}
.check{display:flex;gap:.5rem;align-items:center}
.check input{min-height:1.5rem;min-width:1.5rem}
.target{display:inline-block;min-height:1.5rem}
[hidden]{display:none}
dl{grid-template-columns:fit-content(40%) minmax(0,1fr)}
.table th[scope=row]{min-width:8rem}
#board-news{min-height:1.5rem}
#board{display:block;width:max(100%,78rem)}
#board caption,#board thead,#board tbody{display:block}
#board tr{display:grid;grid-template-columns:6fr 5fr 4fr 5.5fr 3.5fr 4fr 6fr 3.5fr 5fr}
#board th,#board td{min-width:0}
#board tbody tr{contain:layout paint}
#vehicles{table-layout:fixed;min-width:56rem}
#vehicles col:nth-child(3){width:36%}
#changes{table-layout:fixed;min-width:68rem}
#changes th:is(:nth-child(5),:nth-child(6)){width:22%}
#changes th:nth-child(7){width:9%}
#board td,#vehicles td,#changes td{overflow-wrap:anywhere}
video{max-width:100%;max-height:50vh}
live-board,live-alarms,live-map{display:block}
.map svg{display:block;width:100%;aspect-ratio:16/9;border:1px solid var(--line);border-radius:.375rem;background:var(--paper);touch-action:pan-y}
.picture{position:relative}
#map-ground{position:absolute;inset:0;overflow:hidden;border-radius:.375rem;visibility:hidden}
[data-ground] #map-ground{visibility:visible}
.map[data-ground] svg{position:relative;background:none}
.map[data-ground] .grid{display:none}
.maplibregl-canvas{position:absolute}
.maplibregl-canary{background-color:salmon}
.map text{fill:var(--soft)}
.map path,.legend path{fill:none;vector-effect:non-scaling-stroke;stroke-linecap:round}
.map .grid{stroke:var(--line);stroke-width:1px;stroke-dasharray:2 4}
.map .scale{stroke:var(--ink);stroke-width:2px}
.mark-dropoff{stroke:var(--good);stroke-width:5px}
.map path.mark-dropoff,.map path.mark-pickup,.legend path.mark-dropoff,.legend path.mark-pickup{stroke-linecap:square}
.mark-pickup{stroke:var(--good);stroke-width:9px}
.mark-silent{stroke:var(--soft);stroke-width:4px}
.mark-free{stroke:var(--soft);stroke-width:8px}
.mark-busy{stroke:var(--link);stroke-width:12px}
.mark-out_of_range{stroke:var(--bad);stroke-width:18px}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0;list-style:none}
.legend svg{width:1.25rem;height:1.25rem;vertical-align:middle}
.chart{margin:1rem 0;max-width:48rem}
.chart svg{display:block;width:100%;border-radius:.375rem}
.sheet{fill:var(--code)}
.chart .label{fill:var(--ink)}
.chart .grid{stroke:var(--line)}
.chart .band{fill:var(--band)}
.chart .gap{fill:var(--paper);stroke:var(--soft)}
.chart .excursion,.chart .alarm{fill:var(--bad)}
.chart .line{stroke:var(--link)}
.chart circle.line{fill:var(--link)}
.chart .bar{fill:var(--link)}
.chart .refused{fill:var(--bad)}
.chart .out{stroke:var(--bad)}
.chart circle.out{fill:var(--bad)}
.entry{display:block}
fieldset{border:1px solid var(--line);border-radius:.375rem;margin:.75rem 0;max-width:32rem}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:0 2rem}
.jumps{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}
.choices{border:1px solid var(--line);border-radius:.375rem;margin:.75rem 0;padding:.5rem .75rem}
.choices legend{font-weight:600}
.choices ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(18rem,100%),1fr));gap:.25rem 1rem;margin:.25rem 0;padding:0;list-style:none}
.choices label{display:flex;gap:.5rem;align-items:flex-start;padding:.25rem 0;min-height:1.5rem}
.choices .soft{display:block}
input[type=checkbox]{flex:none;width:1.5rem;height:1.5rem;min-height:0;margin:0;padding:0;accent-color:var(--link)}
summary{padding:.5rem 0;min-height:1.5rem;cursor:pointer;color:var(--link)}
details form{margin:.5rem 0}
pre{margin:.25rem 0;padding:.5rem .75rem;background:var(--code);font:.85em/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;max-width:60rem}
.secret{display:inline-block;user-select:all;padding:.25rem .5rem;background:var(--code);border:1px solid var(--line);border-radius:.375rem}
.pager{display:flex;gap:1rem;margin:1rem 0}
desk-timeline{display:block}
.notice{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;border-left:.35rem solid var(--good);padding:.25rem .75rem;margin:0 0 1rem;background:var(--code)}
.lanes ol{width:104rem;margin:0;padding:0;list-style:none}
.lanes li{display:grid;grid-template-columns:8rem 96rem;border-top:1px solid var(--line)}
.lanes .who{position:sticky;left:0;z-index:1;padding:.5rem;background:var(--paper);border-right:1px solid var(--line)}
.lanes svg{display:block}
.lanes text{fill:var(--ink);font-size:13px}
.lanes line{stroke:var(--line)}
.lanes line.now{stroke:var(--bad)}
.lanes rect{fill:var(--code);stroke:var(--ink)}
.lanes .doubtful rect{stroke:var(--bad);stroke-dasharray:4 3;stroke-width:2px}
.lanes .wrong rect{stroke:var(--bad);stroke-width:5px}
.lanes [data-choice]{cursor:grab}
.lanes .onto,.lanes .onto .who{background:var(--band)}
.ghost{position:fixed;z-index:2;padding:.25rem .5rem;background:var(--band);border:1px solid var(--ink);border-radius:.375rem;pointer-events:none}
@media print{.top,.pager,form{display:none}}
`;
