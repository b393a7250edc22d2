/** The shell of a public page: phone first, no foreign origin, complete without its script. */
import { type Html, html, raw } from '@svc/web/html';
import { sourceHash } from '@svc/web/style';
import type { FastifyReply } from 'fastify';
import type { Brand } from '../brand/brand.ts';
import { callLink } from './contact.ts';

export interface HtmlPage {
  title: string;
  body: Html;
  modules?: PageModules;
  /** Its modules may ask our origin; others may not send data anywhere. */
  isLive?: true;
  /** In the head, instead of the carrier's contact. */
  action?: Html;
}

/** Modules of our own origin. */
export interface PageModules {
  importMap: string;
  entry: { src: string; integrity: string };
  hasWorker: boolean;
}

/** Nothing but our own style sheet, font, images and these modules may take effect. */
const contentSecurityPolicy = ({ modules, isLive }: HtmlPage): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    ...(modules
      ? [
          `script-src 'self' ${sourceHash(modules.importMap)}`,
          `connect-src ${isLive ? "'self'" : "'none'"}`,
          ...(modules.hasWorker ? ["worker-src 'self'"] : []),
        ]
      : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Every page names the carrier. */
export function sendPage(reply: FastifyReply, page: HtmlPage, brand: Brand): FastifyReply {
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
    .send(shell(page, brand).markup);
}

const shell = (
  { title, body, modules, action }: HtmlPage,
  { carrier, style, logo }: Brand,
): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<title>${title}</title>
<link rel="stylesheet" href="${style}">
${modules && moduleScripts(modules)}
</head>
<body>
<header class="carrier${logo && ' on-light'}">
${logo ? html`<img src="${logo}" alt="${carrier.name}">` : html`<strong>${carrier.name}</strong>`}
${action ?? callLink(carrier)}</header>
${body}
</body>
</html>
`;

const moduleScripts = ({ importMap, entry }: PageModules): Html =>
  html`<script type="importmap">${raw(importMap)}</script>
<script type="module" src="${entry.src}" integrity="${entry.integrity}"></script>`;

/** Data for the page's script; nothing in it can end the element. */
export const dataBlock = (id: string, json: string): Html =>
  html`<script type="application/json" id="${id}">${raw(json.replaceAll('<', '\\u003c'))}</script>`;
