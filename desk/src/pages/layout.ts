/** The frame of every page: skip link, navigation by scopes, the person, sign-out. */
import type { Party, Person } from '@svc/contracts';
import { type Html, html, raw } from '@svc/web/html';
import { roleLabels } from './labels.ts';
import type { DeskPage } from './route.ts';
import { style } from './style.ts';

export interface ScriptTags {
  importMap: string | undefined;
  src: string;
  integrity: string;
  hasWasm: boolean;
  hasWorker: boolean;
}

export interface Frame {
  carrier: Party;
  title: string;
  body: Html;
  /** Shown above the page: why an attempt was refused. */
  alert?: string | undefined;
  script?: ScriptTags | undefined;
  /** Absent on pages for those without a session. */
  signedIn?: SignedIn | undefined;
}

interface SignedIn {
  person: Person;
  /** Pages that this person may open from the navigation. */
  navigation: readonly DeskPage[];
  /** Path of the page that is shown. */
  current: string;
  signOut: Html;
  /** Prefix of the paths of the navigation: empty on live. */
  base: string;
  /** Start page of the other environment, where the person may go there. */
  other: string | undefined;
}

/**
 * Links and forms of a page under the prefix of its environment. Pages write them from the root; values
 * are escaped, so that nothing but our own markup has a quotation mark after the equals sign.
 */
export const rebased = ({ markup }: Html, base: string): Html =>
  raw(base === '' ? markup : markup.replaceAll(/ (href|action)="\/(?!\/)/g, ` $1="${base}/`));

export const framed = ({ carrier, title, body, alert, script, signedIn }: Frame): Html =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<title>${alert === undefined ? '' : 'Not done: '}${title} – ${isSandbox(signedIn) ? 'Sandbox – ' : ''}${carrier.name}</title>
<style>${raw(style)}</style>
${script && scriptTags(script)}
</head>
<body${isSandbox(signedIn) ? html` class="sandbox"` : undefined}>
<a class="skip" href="#main">Skip to content</a>
<header class="top"><strong>${carrier.name}</strong>
${signedIn && personBar(signedIn)}
${isSandbox(signedIn) ? html`<p class="environment"><strong>Sandbox.</strong> Fictional data: nothing here moves a vehicle, and nothing here is billed.</p>` : undefined}
</header>
<main id="main" tabindex="-1">
${alert === undefined ? undefined : html`<p class="alert" role="alert">${alert}</p>`}
${body}
</main>
</body>
</html>
`;

const isSandbox = (signedIn: SignedIn | undefined): boolean =>
  signedIn !== undefined && signedIn.base !== '';

const scriptTags = ({ importMap, src, integrity }: ScriptTags): Html =>
  html`${importMap === undefined ? undefined : html`<script type="importmap">${raw(importMap)}</script>`}
<script type="module" src="${src}" integrity="${integrity}"></script>`;

const personBar = (signedIn: SignedIn): Html => {
  const { person, navigation, current, signOut, base, other } = signedIn;
  return html`<nav aria-label="Pages"><ul>${navigation.map(
    ({ path, nav = '' }) =>
      html`<li><a href="${base + path}"${path === current ? html` aria-current="page"` : undefined}>${nav}</a></li>`,
  )}</ul></nav>
<div class="person"><span>${person.user.name} <span class="soft">${roleLabels[person.user.role]}, ${person.tenant.name}</span></span>
${other === undefined ? undefined : html`<a class="switch" href="${other}">${isSandbox(signedIn) ? 'Back to live' : 'Sandbox'}</a>`}
${signOut}</div>`;
};
