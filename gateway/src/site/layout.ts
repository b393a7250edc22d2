/** The frame of a page: search, navigation, content. Complete without its script. */
import { hash } from 'node:crypto';
import { escaped } from '@svc/web/html';
import { columnsOf, htmlOf } from './markdown.ts';
import { type DocsPage, hrefOf, menus, sourceHrefOf } from './page.ts';
import { siteStyle } from './style.ts';

/** This very style sheet, and scripts, images and requests of our own origin. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "img-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  `style-src 'sha256-${hash('sha256', siteStyle, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Frame {
  pages: readonly DocsPage[];
  environment: string;
}

export function htmlPage(page: DocsPage, markdown: string, { pages, environment }: Frame): string {
  const isReference = page.section === 'Reference' || ['events', 'errors'].includes(page.path);
  const name = `Courier API (${environment})`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<link rel="alternate" type="text/markdown" href="${sourceHrefOf(page)}">
<title>${escaped(`${page.title} · ${name}`)}</title>
<style>${siteStyle}</style>
<script type="module" src="/docs/site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<b><a href="/docs">${escaped(name)}</a></b>
<form role="search" hidden>
<input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off">
<ul class="results" aria-label="Results"></ul>
</form>
<a class="menu" href="#menu">All pages</a>
</header>
<div class="page">
<nav id="menu" aria-label="Documentation">
${navigation(page, pages)}
</nav>
<main id="content"${page.path === '' ? ' class="home"' : ''}>
<h1>${escaped(page.title)}</h1>
${isReference ? columnsOf(markdown) : htmlOf(markdown)}
<footer>This page as <a href="${sourceHrefOf(page)}">Markdown</a>.</footer>
</main>
</div>
</body>
</html>
`;
}

/** The menu of who reads this page, and a link to the other; the page's own section is open. */
function navigation(current: DocsPage, pages: readonly DocsPage[]): string {
  const bySection = Map.groupBy(pages, ({ section }) => section);
  const isForOperators = menus.operators.some((section) => section === current.section);
  const lists = menus[isForOperators ? 'operators' : 'customers']
    .flatMap((section) => {
      const own = bySection.get(section);
      if (!own) return [];
      const isOpen = ['Start', 'Reference', current.section].includes(section);
      const links = own.map((page) => {
        const here = page.path === current.path ? ' aria-current="page"' : '';
        return `<li><a href="${hrefOf(page)}"${here}>${escaped(page.title)}</a></li>`;
      });
      return `<details${isOpen ? ' open' : ''}><summary>${section}</summary><ul>${links.join('')}</ul></details>`;
    })
    .join('\n');
  const [href, label] = isForOperators
    ? ['/docs', 'For integrators and dispatchers']
    : ['/docs/architecture/README', 'For operators'];
  return `${lists}\n<p><a href="${href}">${label}</a></p>`;
}
