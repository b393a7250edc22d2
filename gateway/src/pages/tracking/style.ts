/** Style rules of the tracking page and of the head of every page. */
export const trackingStyle = `
.carrier{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:center;justify-content:space-between;border-bottom:1px solid var(--line);padding-bottom:.5rem;margin-bottom:1rem}
.contact a{display:inline-block;padding:.6rem 0;margin-right:1rem}
.contact a:last-child{margin-right:0}
dd .contact a{padding:.15rem 0}
.alerts{border:2px solid var(--bad);border-radius:.5rem;padding:.5rem 1rem;margin:1rem 0}
.alerts strong{color:var(--bad)}
.alerts time,.lead time,.reading time{white-space:nowrap}
.links a{display:inline-block;padding:.6rem 0}
.reading strong{font-size:1.6rem;line-height:1.2}
.reading span{display:block;color:var(--soft)}
.reading.bad strong{color:var(--bad)}
.line.out{stroke:var(--bad)}
circle.line.out{fill:var(--bad)}
.log li:last-child{border-bottom:0}
.log .alarming{border-left:.35rem solid var(--bad);padding-left:.75rem;font-weight:600}
.log .alarming .soft,.log .alarming time{font-weight:400}
h1,.lead{text-wrap:balance}
dd code,.log code{display:inline-block;max-width:36ch}
.alerts p:last-child{margin-bottom:0}
.steps .halt::before{border-color:var(--bad);background:var(--bad);content:"!"}
figcaption{margin-top:.5rem}
@supports selector(:has(a)){@media screen and (min-width:56rem){
body:has(.columns){max-width:66rem;padding:1.5rem 2rem}
.columns{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:0 4rem}
.columns>div>:first-child{margin-top:0}
}}
`;
