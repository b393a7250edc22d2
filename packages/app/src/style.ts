/** Large targets, one column, high contrast in light and dark. */
import { baseStyle } from '@svc/web/style';

export const style = `${baseStyle}
body{margin:0 auto;max-width:40rem;padding:0 1rem 6rem;font:1.125rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{font-size:1.5rem;margin:1rem 0 .5rem;overflow-wrap:anywhere;text-wrap:balance}
h1:focus{outline:none}
h2{font-size:1.25rem;margin:1.5rem 0 .5rem}
p,li,dd{overflow-wrap:anywhere}
dl{grid-template-columns:fit-content(45%) 1fr}
header{position:sticky;top:0;z-index:1;margin:0 -1rem;padding:.5rem 1rem;background:var(--paper);border-bottom:2px solid var(--edge)}
header a{display:flex;align-items:center;min-height:3rem;color:var(--ink)}
ol.run,ul.queue{list-style:none;margin:0;padding:0}
.card{display:flex;flex-direction:column;padding:.75rem 1rem;margin:.75rem 0;border:2px solid var(--edge);border-radius:.75rem;color:var(--ink);text-decoration:none}
.card strong{font-size:1.25rem}
.state{font-weight:600}
.bad{color:var(--bad);font-weight:600}
.steps,form{display:flex;flex-direction:column;gap:.75rem}
button,.wide,summary,input,select,textarea{font:inherit;min-height:3.5rem;width:100%;border-radius:.75rem}
button,.wide,summary{display:flex;align-items:center;justify-content:center;padding:.5rem 1rem;text-align:center;cursor:pointer;border:2px solid var(--edge);background:var(--code);color:var(--ink);text-decoration:none}
.wide{margin:.5rem 0}
button.next{min-height:5rem;font-size:1.375rem;font-weight:700;background:var(--ink);color:var(--paper);border-color:var(--ink)}
input,select,textarea{padding:.5rem .75rem;border:2px solid var(--soft);background:var(--paper);color:var(--ink)}
[aria-invalid]{border-color:var(--bad);border-width:3px}
.field{display:flex;flex-direction:column;gap:.25rem}
.field label{font-weight:600}
.pad canvas{display:block;width:100%;aspect-ratio:8/3;border:2px solid var(--soft);border-radius:.75rem;touch-action:none;background:#fff}
.pad button{margin-top:.5rem}
dialog{width:min(40rem,100%);border:2px solid var(--edge);border-radius:.75rem;background:var(--paper);color:var(--ink)}
dialog video{width:100%;max-height:60vh;border-radius:.75rem;background:#000}
.queue li{padding:.75rem 0;border-bottom:1px solid var(--line)}
.refused{border-left:.5rem solid var(--bad);padding-left:.75rem!important}
:focus-visible{outline:4px solid var(--link);outline-offset:2px}
`;
