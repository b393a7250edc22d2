import { errors } from '@svc/contracts';
import { docsUrl } from '../config.ts';
import { escaped } from '../pages/html.ts';
import type { Documented } from './openapi.ts';
import { page, prose } from './page.ts';

/** One section per code: the `type` of a problem document leads here. */
export function errorsPage({ config }: Documented): string {
  const sections = Object.entries(errors).map(
    ([code, { status, title, meaning }]) => `<section id="${code}">
<h2><code>${code}</code></h2>
<p><strong>${status}</strong> ${escaped(title)}</p>
<p>${prose(meaning)}</p>
</section>`,
  );
  return page(
    'Error codes',
    `<p>Errors are problem documents (RFC 9457) with content type
<code>application/problem+json</code>. <code>code</code> is stable; quote <code>request_id</code> to
support. Endpoints: <a href="${escaped(docsUrl(config))}">reference</a>.</p>
${sections.join('\n')}`,
  );
}
