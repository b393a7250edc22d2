import { baseStyle } from '@svc/web/style';
import { trackingStyle } from './tracking/style.ts';

/** One style sheet for all public pages; no colour carries a meaning alone. */
export const style = `${baseStyle}body{margin:0 auto;max-width:36rem;padding:1rem;color:var(--ink);background:var(--paper);font:1.0625rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{margin:.25rem 0 .5rem;font-size:1.6rem;line-height:1.2}
h2{margin:2rem 0 .5rem;font-size:1.1rem}
ol,ul{margin:.5rem 0;padding:0;list-style:none}
footer{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:.75rem}
.lead{font-size:1.15rem}
.steps{counter-reset:step;margin:1.25rem 0}
.steps li{position:relative;padding:.3rem 0 .3rem 2.4rem;counter-increment:step;color:var(--soft)}
.steps li::before{content:counter(step);position:absolute;left:0;top:.25rem;width:1.6rem;height:1.6rem;border:2px solid var(--edge);border-radius:50%;text-align:center;font-size:.875rem;line-height:1.4rem}
.steps li::after{content:"";position:absolute;left:.8rem;top:1.9rem;bottom:-.2rem;border-left:2px solid var(--edge)}
.steps li:last-child::after{display:none}
.steps .done{color:var(--ink)}
.steps .done::before{content:"✓";border-color:var(--good);color:var(--good)}
.steps .now{color:var(--ink);font-weight:600}
.steps .now::before{border-color:var(--link);background:var(--link);color:var(--paper)}
.who{display:flex;gap:.75rem;align-items:center;margin:1rem 0}
.who img{width:4rem;height:4rem;border-radius:50%;object-fit:cover;background:var(--code)}
.who p{margin:0}
figure{margin:1rem 0}
svg{display:block;width:100%;height:auto;background:var(--code);border-radius:.5rem}
.way{fill:none;stroke:var(--soft);stroke-width:2;stroke-dasharray:4 5}
.gone{fill:none;stroke:var(--link);stroke-width:3}
.from{fill:var(--code);stroke:var(--ink);stroke-width:3}
.to{fill:var(--ink)}
.here{fill:var(--link);stroke:var(--paper);stroke-width:3}
figcaption svg{display:inline-block;width:1em;height:1em;vertical-align:-.1em;background:none;border-radius:0}
figcaption span{display:block}
.sheet{fill:var(--code)}
.label{fill:var(--ink)}
.grid{stroke:var(--line)}
.band{fill:var(--band)}
.gap{fill:var(--paper);stroke:var(--soft)}
.excursion,.alarm{fill:var(--bad)}
.line{stroke:var(--link)}
circle.line{fill:var(--link)}
.log li{padding:.5rem 0;border-bottom:1px solid var(--line)}
.log time,.log .soft{display:block;color:var(--soft);font-size:.9375rem}
.spells time{display:inline}
.log .out{border-left:.35rem solid var(--bad);padding-left:.75rem;font-weight:600}
.log .out .soft,.log .out time{font-weight:400}
.checks li{padding:.4rem 0 .4rem 1.9rem;position:relative}
.checks li::before{position:absolute;left:0;font-weight:700}
.checks .yes::before{content:"✓";color:var(--good)}
.checks .no::before{content:"✗";color:var(--bad)}
.checks .open::before{content:"–";color:var(--soft)}
.verdict{border-left:.35rem solid var(--edge);padding:.25rem .75rem;font-weight:600}
.verdict.yes{border-color:var(--good)}
.verdict.no{border-color:var(--bad)}
h1.verdict.no{color:var(--bad)}
input[type=file]{display:block;width:100%;max-width:100%;margin:.25rem 0;padding:1.25rem .75rem;border:2px dashed var(--edge);border-radius:.5rem;background:var(--code);color:var(--ink);font:inherit}
details{margin:.75rem 0}
summary{padding:.6rem 0;cursor:pointer}
pre{margin:.5rem 0;padding:.75rem;border-radius:.5rem;background:var(--code);white-space:pre-wrap;font:.85em/1.45 ui-monospace,monospace}
.checks .soft,.verdict+.soft{display:block;font-weight:400}
${trackingStyle}
@media print{body{max-width:none}}
`;
