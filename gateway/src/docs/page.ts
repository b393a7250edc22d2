/** A plain page: no script, no foreign origin, readable on a phone, in the dark and on paper. */
import { hash } from 'node:crypto';
import { escaped } from '../pages/html.ts';

const style = `
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--soft:#57606a;--line:#d0d7de;--link:#0b57d0;--code:#f3f5f7}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaed;--paper:#14171a;--soft:#a8b0b9;--line:#3a424b;--link:#8ab4f8;--code:#20252b}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:52rem;padding:1rem;color:var(--ink);background:var(--paper);font:1rem/1.55 system-ui,sans-serif;overflow-wrap:break-word}
a{color:var(--link)}
h1{font-size:1.6rem;line-height:1.25}
h2{margin-top:2.5rem;font-size:1.25rem}
h3{margin:2rem 0 .25rem;font-size:1.05rem}
section:target,article:target{outline:2px solid var(--link);outline-offset:.5rem}
code,pre{font-family:ui-monospace,monospace;font-size:.9em;background:var(--code);border-radius:.25rem}
code{padding:.1em .3em}
pre{padding:.75rem;overflow-x:auto}
pre code{padding:0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:.5rem 0}
dt{color:var(--soft)}
dd{margin:0;min-width:0}
dd p,dd ul{margin:.1rem 0}
.type{color:var(--soft)}
.fields .fields{border-left:2px solid var(--line);padding-left:.75rem}
details{margin:.5rem 0}
summary{cursor:pointer;padding:.25rem 0}
nav ul{padding-left:1.2rem}
hr{border:0;border-top:1px solid var(--line)}
@media(max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}
`;

/** Nothing but this very style sheet may take effect. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`;

/** Paragraphs and lists, with \`code\` in them. */
export const markdown = (text: string): string =>
  text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => (block.startsWith('- ') ? listOf(block) : `<p>${prose(block)}</p>`))
    .join('');

const listOf = (block: string): string =>
  `<ul>${block
    .split('\n')
    .map((line) => `<li>${prose(line.replace(/^- /, ''))}</li>`)
    .join('')}</ul>`;

/** Text with \`code\` in it. */
export const prose = (text: string): string =>
  escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');
