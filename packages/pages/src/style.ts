/** What all pages for people share: colours in light and dark, links, lists of facts. */
export const baseStyle = `
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--soft:#57606a;--line:#8c959f;--link:#0b57d0;--code:#f3f5f7;--good:#1a7f37;--bad:#b42318;--band:#d3ecd9}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaed;--paper:#14171a;--soft:#a8b0b9;--line:#6e7781;--link:#8ab4f8;--code:#20252b;--good:#4ac26b;--bad:#ff9a8f;--band:#1e3a29}}
*{box-sizing:border-box}
a{color:var(--link)}
p{margin:.5rem 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:.5rem 0}
dt{color:var(--soft)}
dd{margin:0;min-width:0}
code{font:.85em ui-monospace,monospace}
.soft,footer,figcaption{color:var(--soft);font-size:.9375rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;
