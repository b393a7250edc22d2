import { hash } from 'node:crypto';

/** Base style of all pages for people: colours in light and dark, links, lists of facts. */
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

/** A sealed box, as SVG. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b57d0"/><path d="M3 5h10v7H3zM3 5l5 3 5-3" fill="none" stroke="#fff" stroke-width="1.5"/></svg>`;

/** Permits an inline style sheet or script by its text (CSP Level 3, hash-source). */
export const sourceHash = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;
