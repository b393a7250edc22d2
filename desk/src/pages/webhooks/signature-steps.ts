import { type Html, html } from '@svc/web/html';
import { docsLink } from '../../view/secret-view.ts';

/** Instructions for a receiver's signing secret. */
export const signatureSteps = (docsUrl: string | undefined): Html => html`<ol>
<li>Give the secret to the receiver, in its secret store.</li>
<li>Verify each request: <code>svc-signature</code> is <code>v1=</code> and the HMAC-SHA-256, in hex, over <code>svc-timestamp</code>, a full stop and the body as it came; the key is the whole secret. ${docsLink(docsUrl, '/webhooks', 'The guide to receiving events')} has receivers to copy.</li>
<li>Answer 2xx within 10 seconds, then do the work. An event can come more than once: keep the ids that you have handled.</li>
</ol>`;
