/** The shell of a public page: phone first, no foreign origin, complete without its script. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Party } from '@svc/contracts';
import type { FastifyReply } from 'fastify';
import { contactLinks } from './contact.ts';
import { type Html, html, raw } from './html.ts';
import { style } from './style.ts';

export interface HtmlPage {
  title: string;
  body: Html;
  script?: PageScript;
}

/** Inline script; its text is constant, so that the CSP permits it by hash. */
export interface PageScript {
  text: string;
  hash: string;
}

export function readScript(url: URL): PageScript {
  const text = readFileSync(url, 'utf8');
  return { text, hash: sourceHash(text) };
}

const sourceHash = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

const styleHash = sourceHash(style);

/** Nothing but this very style sheet and script may take effect; images and news are our own. */
const contentSecurityPolicy = (script: PageScript | undefined): string =>
  [
    "default-src 'none'",
    `style-src ${styleHash}`,
    "img-src 'self'",
    ...(script ? [`script-src ${script.hash}`, "connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Every page names the carrier, with its contact where one is set. */
export function sendPage(reply: FastifyReply, page: HtmlPage, carrier: Party): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(page.script),
      'cache-control': 'no-store',
      // The address is the key to the page.
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cross-origin-opener-policy': 'same-origin',
    })
    .send(shell(page, carrier).markup);
}

const shell = ({ title, body, script }: HtmlPage, carrier: Party): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<header class="carrier"><strong>${carrier.name}</strong>
${contactLinks(carrier)}</header>
${body}
${script && html`<script type="module">${raw(script.text)}</script>`}
</body>
</html>
`;
