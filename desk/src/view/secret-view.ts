/** The one page that shows a secret: the response of the POST that made it. */
import { type Html, html } from '@svc/web/html';
import type { View } from '../route/route.ts';

interface SecretParts {
  title: string;
  /** Labels and values; those that must be kept secret are marked. */
  entries: readonly { label: string; value: string; isSecret?: boolean }[];
  /** Instructions for it. */
  next: Html;
  back: { path: string; label: string };
}

export const secretView = ({ title, entries, next, back }: SecretParts): View => ({
  title,
  body: html`<h1>${title}</h1>
<p class="alert"><strong>Shown this once.</strong> Copy it to where you keep secrets before you leave this page: nobody can show it again. If it is lost, make another one.</p>
<dl>${entries.map(
    ({ label, value, isSecret = false }) =>
      html`<dt>${label}</dt><dd><code${isSecret ? html` class="secret"` : undefined}>${value}</code></dd>`,
  )}</dl>
<h2>What to do next</h2>
${next}
<p><a href="${back.path}">${back.label}</a></p>`,
});

/** Of a page of the documentation; the text alone where no documentation is configured. */
export const docsLink = (docsUrl: string | undefined, path: string, text: string): Html =>
  docsUrl === undefined ? html`${text}` : html`<a href="${docsUrl + path}">${text}</a>`;
