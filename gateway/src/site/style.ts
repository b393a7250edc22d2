import { tokenStyle } from '@svc/web/style';

/** The style sheet of the documentation: light, dark, phone, desk and paper. */
export const siteStyle = `${tokenStyle}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;color:var(--ink);background:var(--paper);font:1rem/1.55 var(--sans);overflow-wrap:anywhere}
a{color:var(--link)}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.5rem;z-index:1}
.top{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;padding:.75rem 1rem;border-bottom:1px solid var(--line)}
.top b{margin-right:auto}
.top b a{color:var(--ink);text-decoration:none}
.top .menu{padding:.25rem 0}
[role=search]{position:relative;flex:1 1 5rem;max-width:28rem}
[role=search][hidden]{display:none}
input{width:100%;font:inherit;padding:.45rem .7rem;color:var(--ink);background:var(--code);border:1px solid var(--soft);border-radius:.4rem}
.results{position:absolute;z-index:2;left:0;right:0;max-height:70vh;overflow:auto;margin:.25rem 0;padding:.25rem;list-style:none;background:var(--paper);border:1px solid var(--line);border-radius:.4rem}
.results:empty{display:none}
.results a{display:block;padding:.4rem .5rem;text-decoration:none}
.results a:hover,.results a:focus{background:var(--code)}
.results small{display:block;color:var(--soft)}
.page{display:grid;grid-template-columns:15rem minmax(0,1fr);max-width:90rem;margin:0 auto}
.page>nav{padding:1rem;border-right:1px solid var(--line);font-size:.95rem}
.page>nav ul{list-style:none;margin:0;padding:0 0 .5rem}
.page>nav li a{display:block;padding:.2rem .5rem;text-decoration:none;border-radius:.3rem}
.page>nav a[aria-current]{background:var(--code);font-weight:600;color:var(--ink)}
.page>nav summary{font-weight:600;cursor:pointer;padding:.3rem 0}
main{padding:1rem 2rem 4rem;min-width:0;max-width:72rem}
main>p,main>ul,main>ol{max-width:46rem}
h1{font-size:1.8rem;line-height:1.25;margin:.5rem 0 1rem}
h2{margin:2.5rem 0 .5rem;font-size:1.3rem;padding-top:1rem;border-top:1px solid var(--line)}
h3{margin:1.5rem 0 .25rem;font-size:1.05rem}
:target{outline:2px solid var(--link);outline-offset:.3rem}
code,pre{font-family:ui-monospace,monospace;font-size:.9em;background:var(--code);border-radius:.25rem}
code{padding:.1em .3em}
pre{padding:.75rem;overflow-x:auto;margin:0;overflow-wrap:normal}
pre code{padding:0;background:none}
figure{position:relative;margin:.75rem 0;border:1px solid var(--line);border-radius:.4rem;overflow:hidden}
figcaption{padding:.3rem .75rem;color:var(--soft);font-size:.85rem;border-bottom:1px solid var(--line)}
figure .tools{position:absolute;right:.4rem;top:.3rem;display:flex;gap:.3rem}
figure:not(:has(figcaption)) .tools{position:static;justify-content:end;padding:.3rem}
.examples figure pre{max-height:26rem;overflow:auto}
button{font:inherit;font-size:.8rem;line-height:1.4;padding:.1rem .6rem;color:var(--ink);background:var(--paper);border:1px solid var(--soft);border-radius:.3rem;cursor:pointer}
[role=tablist]{display:flex;flex-wrap:wrap;gap:.3rem}
[role=tab][aria-selected=true]{background:var(--ink);color:var(--paper)}
.table{overflow-x:auto}
table{border-collapse:collapse;overflow-wrap:normal}
th,td{text-align:left;vertical-align:top;padding:.35rem .8rem .35rem 0;border-bottom:1px solid var(--line)}
em{color:var(--soft);font-style:normal}
.picture{display:block;overflow-x:auto}
.picture>img{display:block;max-width:none}
main>p:has(>.picture){max-width:none}
.home>ul:first-of-type{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1rem;max-width:none;margin:1.5rem 0;padding:0;list-style:none}
.home>ul:first-of-type>li{padding:1rem 1.25rem;border:1px solid var(--line);border-top:.25rem solid var(--link);border-radius:var(--round)}
.home>ul:first-of-type strong{display:block;font-size:1.2rem;margin-bottom:.25rem}
li ul{border-left:2px solid var(--line);padding-left:1.3rem}
footer{margin-top:3rem;color:var(--soft);font-size:.9rem}
@media(min-width:75rem){.columns{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,28rem);gap:2rem}.columns>div:first-child>h2{margin-right:-30rem}.examples{padding-top:4.5rem}.examples figure{position:sticky;top:1rem}.examples figure+figure{position:relative;top:0}}
@media(max-width:50rem){.results{position:fixed;left:.5rem;right:.5rem}.page{display:flex;flex-direction:column-reverse}.page>nav{border-right:0;border-top:1px solid var(--line)}main{padding:.5rem 1rem 2rem}}
@media(min-width:50.01rem){.top .menu{display:none}}
@media print{html[lang]{color-scheme:light;--ink:#000;--paper:#fff;--soft:#444;--line:#aaa;--link:#000;--code:#f3f5f7}
.top,.page>nav,figure .tools,.skip,[role=tablist]{display:none}[role=tabpanel][hidden],.page{display:block}main{padding:0}
pre,.examples figure pre{white-space:pre-wrap;overflow-wrap:anywhere;overflow:visible;max-height:none}
.table{overflow:visible}table{overflow-wrap:break-word}td code{overflow-wrap:anywhere}.examples figure{position:static}figure,tr{break-inside:avoid}.picture{overflow:visible}.picture>img{max-width:100%;height:auto}body{font-size:10pt}}
`;
