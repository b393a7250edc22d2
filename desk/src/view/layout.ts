/** The frame of every page: navigation by scopes beside it, search, the person, sign-out. */
import type { Party, Person } from '@svc/contracts';
import { type Html, html, raw } from '@svc/web/html';
import { icon } from '@svc/web/icon';
import { iconSprite } from '@svc/web/icon-sprite';
import { personName } from '@svc/web/parts';
import { favicon } from '@svc/web/style';
import type { DeskPage } from '../route/route.ts';
import { roleLabels } from '../words/labels.ts';

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
  scripts?: readonly ScriptTags[];
  /** Address of the style sheet. */
  style: string;
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
  /** The first page of the navigation that finds jobs. */
  search: DeskPage | undefined;
  /** Start page of the other environment, where the person may go there. */
  other: string | undefined;
}

/**
 * Links and forms of a page under the prefix of its environment. Pages write them from the root; values
 * are escaped, so that nothing but our own markup has a quotation mark after the equals sign.
 */
export const rebased = ({ markup }: Html, base: string): Html =>
  raw(base === '' ? markup : markup.replaceAll(/ (href|action)="\/(?!\/)/g, ` $1="${base}/`));

export const framed = (frame: Frame): Html => {
  const { carrier, title, alert, scripts = [], style, signedIn } = frame;
  const environment = isSandbox(signedIn) ? 'Sandbox – ' : '';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<title>${alert === undefined ? '' : 'Not done: '}${title} – ${environment}${carrier.name}</title>
<link rel="stylesheet" href="${style}">
${scripts.map(scriptTags)}
</head>
<body>
${iconSprite}
<a class="skip" href="#main">Skip to content</a>
${signedIn ? shell(frame, signedIn) : alone(frame)}
</body>
</html>
`;
};

const isSandbox = (signedIn: SignedIn | undefined): boolean =>
  signedIn !== undefined && signedIn.base !== '';

const scriptTags = ({ importMap, src, integrity }: ScriptTags): Html =>
  html`${importMap !== undefined && html`<script type="importmap">${raw(importMap)}</script>`}
<script type="module" src="${src}" integrity="${integrity}"></script>`;

const brandOf = ({ name }: Party): Html => html`<span class="brand">${raw(favicon)}${name}</span>`;

const alone = (frame: Frame): Html => html`<div class="alone">
<header class="top">${brandOf(frame.carrier)}</header>
${mainOf(frame)}
</div>`;

const shell = (frame: Frame, signedIn: SignedIn): Html => html`<div class="shell">
${rail(frame.carrier, signedIn)}
<div class="column">
<header class="top">${brandOf(frame.carrier)}${searchOf(signedIn)}</header>
${isSandbox(signedIn) && sandboxNote}
${mainOf(frame)}
</div>
${dock(signedIn)}
</div>`;

const sandboxNote = html`<aside class="environment" aria-label="Environment"><strong>Sandbox.</strong>
Fictional data: nothing here moves a vehicle, and nothing here is billed.</aside>`;

const mainOf = ({ alert, body }: Frame): Html => html`<main id="main" tabindex="-1">
${alert !== undefined && html`<p class="alert" role="alert">${alert}</p>`}
${body}
</main>`;

const searchOf = ({ search: page, base }: SignedIn): Html | undefined =>
  page?.nav?.search &&
  html`<form class="search" role="search" action="${base + (page.nav.search.path ?? page.path)}">
${icon('search')}<input type="search" name="${page.nav.search.field}" aria-label="Search" required maxlength="64"
 placeholder="${page.nav.search.hint}"></form>`;

/** Beside the page; on phones it opens over it. */
const rail = (carrier: Party, signedIn: SignedIn): Html => {
  const groups = Map.groupBy(signedIn.navigation, ({ nav }) => nav?.group ?? '');
  return html`<nav id="pages" class="rail" popover aria-label="Pages">
${brandOf(carrier)}
${[...groups].map(
  ([name, pages]) => html`${name !== '' && html`<h2>${name}</h2>`}
<ul>${pages.map((each) => html`<li>${navLink(each, signedIn)}${countOf(each)}</li>`)}</ul>`,
)}
${personOf(signedIn)}
</nav>`;
};

const navLink = ({ path, nav }: DeskPage, { base, current }: SignedIn): Html | undefined =>
  nav &&
  html`<a href="${base + path}"${path === current && html` aria-current="page"`}>${icon(nav.icon)}${nav.label}</a>`;

/** A script fills it in. */
const countOf = ({ nav }: DeskPage): Html | undefined =>
  nav?.count &&
  html`<span class="count" data-nav-count="${nav.count[0]}" data-of="${nav.count[1]}" hidden></span>`;

const personOf = ({ person, other, base, signOut }: SignedIn): Html => {
  const { user, tenant } = person;
  return html`<div class="person">${personName(user.name)}
<span>${roleLabels[user.role]}, ${tenant.name}</span>
${other !== undefined && html`<a class="switch" href="${other}">${base === '' ? 'Sandbox' : 'Back to live'}</a>`}
${signOut}</div>`;
};

/** Pages that people open most, at the thumb. */
const docked = 4;

const dock = (signedIn: SignedIn): Html =>
  html`<nav class="dock" aria-label="Shortcuts">${signedIn.navigation
    .filter(({ nav }) => nav?.group === undefined)
    .slice(0, docked)
    .map((each) => navLink(each, signedIn) ?? html``)}
<button type="button" popovertarget="pages">${icon('menu')}Menu</button></nav>`;
