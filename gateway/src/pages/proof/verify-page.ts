/** The page for somebody who has a bundle and no link. */
import type { Party } from '@svc/contracts';
import type { TrustAnchors } from '@svc/proof/verify/trust-anchors';
import { html } from '@svc/web/html';
import type { HtmlPage, PageModules } from '../page.ts';
import { checker } from './checker.ts';

export const verifyPage = (
  anchors: TrustAnchors,
  carrier: Party,
  modules: PageModules,
): HtmlPage => ({
  title: 'Check a bundle',
  modules,
  body: html`<main>
<h1>Is this proof genuine?</h1>
<p class="lead">The customer who booked a job has a file that proves who held the parcels, when, and
under which seal. Here your own device tells whether it holds.</p>
${checker(anchors, carrier)}
</main>`,
});
