/** The shell of a public page: phone first, no foreign origin, complete without its script. */
import { readFileSync } from 'node:fs';
import type { Party } from '@svc/contracts';
import { type Html, html, raw } from '@svc/web/html';
import { sourceHash } from '@svc/web/style';
import type { FastifyReply } from 'fastify';
import { contactLinks } from './contact.ts';
import { style } from './style.ts';

export interface HtmlPage {
  title: string;
  body: Html;
  script?: PageScript;
  modules?: PageModules;
}

/** Inline script; its text is constant, so that the CSP permits it by hash. */
export interface PageScript {
  text: string;
  hash: string;
}

/** Modules of our own origin; such a page may not send data anywhere. */
export interface PageModules {
  importMap: string;
  entry: { src: string; integrity: string };
}

export function readScript(url: URL): PageScript {
  const text = readFileSync(url, 'utf8');
  return { text, hash: sourceHash(text) };
}

const styleHash = sourceHash(style);

/** Nothing but this very style sheet and these scripts may take effect; images and news are our own. */
const contentSecurityPolicy = ({ script, modules }: HtmlPage): string =>
  [
    "default-src 'none'",
    `style-src ${styleHash}`,
    "img-src 'self'",
    ...(script ? [`script-src ${script.hash}`, "connect-src 'self'"] : []),
    ...(modules
      ? [`script-src 'self' ${sourceHash(modules.importMap)}`, "connect-src 'none'"]
      : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Every page names the carrier, with its contact where one is set. */
export function sendPage(reply: FastifyReply, page: HtmlPage, carrier: Party): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(page),
      'cache-control': 'no-store',
      // The address is the key to the page.
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cross-origin-opener-policy': 'same-origin',
    })
    .send(shell(page, carrier).markup);
}

const shell = (
  { title, body, script, modules }: HtmlPage,
  carrier: Party,
): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<title>${title}</title>
<style>${raw(style)}</style>
${modules && moduleScripts(modules)}
</head>
<body>
<header class="carrier"><strong>${carrier.name}</strong>
${contactLinks(carrier)}</header>
${body}
${script && html`<script type="module">${raw(script.text)}</script>`}
</body>
</html>
`;

const moduleScripts = ({ importMap, entry }: PageModules): Html =>
  html`<script type="importmap">${raw(importMap)}</script>
<script type="module" src="${entry.src}" integrity="${entry.integrity}"></script>`;

/** Data for the page's script; nothing in it can end the element. */
export const dataBlock = (id: string, json: string): Html =>
  html`<script type="application/json" id="${id}">${raw(json.replaceAll('<', '\\u003c'))}</script>`;
