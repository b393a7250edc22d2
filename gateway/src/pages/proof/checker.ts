/** The element that verifies a file on the visitor's own device, without a request. */
import type { Party } from '@svc/contracts';
import type { TrustAnchors } from '@svc/proof/verify/trust-anchors';
import { type Html, html } from '@svc/web/html';
import { dataBlock } from '../page.ts';

export const checker = (anchors: TrustAnchors, { name }: Party): Html => html`<section id="checker">
<h2>Check a bundle on your own device</h2>
<p>Choose a file, or drop it anywhere on this page: a custody bundle, a bundle of readings, or what
the page of a certificate hands out. It is read and checked here; nothing of it is sent, and this page
may send nothing at all. You can cut the connection first.</p>
<p><label for="bundle">Bundle (a JSON file)</label>
<input type="file" id="bundle" accept=".json,application/json"></p>
<details>
<summary>Keys and policy of your own</summary>
<p><label for="keys">Keys of the carrier (a JWKS file)</label>
<input type="file" id="keys" accept=".json,application/json"></p>
<p><label for="policy">Policy: logs, witnesses and quorum that you trust (a text file)</label>
<input type="file" id="policy" accept="text/plain,.txt,.policy"></p>
</details>
<noscript><p>This needs JavaScript. Without it: <code>npm run proof -- verify</code>.</p></noscript>
<p id="note" role="status"></p>
<p id="status" class="unseen" role="status"></p>
<div id="result"></div>
${trust(anchors, name)}
</section>
${dataBlock('anchors', JSON.stringify(anchors))}`;

const trust = ({ policy }: TrustAnchors, carrier: string): Html => html`<h2>Whom this trusts</h2>
<p>Unless you choose your own, two things come from the operator of this site, whom you may distrust:
<a href="/.well-known/certificate-keys.json">the keys</a> that ${carrier} publishes, and ${policy === null ? 'the policy of its log, which is not to be had at the moment' : html`<a href="/log/policy">the policy</a> of its own log, in which it names the witnesses`}.</p>
<p>So does the program that checks. The independent way is the command line, with keys and a policy
that you have from elsewhere: <code>npm run proof -- verify bundle.json --jwks keys.json --policy policy</code>.
<a href="/docs/guides/proof">What is proved, and against whom</a>.</p>`;
