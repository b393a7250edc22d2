/** Proofs of a job, as files for readers who trust no one: verified offline by `npm run proof -- verify`. */
import { custody, type Job, type OutputOf, tracking, withActions } from '@svc/contracts';
import type { Client } from '@svc/kit/client';
import { type Html, html } from '@svc/web/html';
import { card } from '@svc/web/parts';
import { mayOpen } from '../../route/access.ts';
import { download, type RenderContext } from '../../route/route.ts';
import { wholeBundle } from './whole-bundle.ts';

const bundleFile = download({
  path: '/jobs/{id}/bundle',
  access: 'custody:read',
  asks: { custody: withActions(custody, 'bundle') },
  load: async ({ param, clients }) => ({
    fileName: `custody-${param('id')}.json`,
    mediaType: 'application/json',
    text: JSON.stringify(await wholeBundle(clients.custody.bundle, param('id'))),
  }),
});

type Readings = OutputOf<(typeof tracking)['actions']['temperatureBundle']>;

const readingsFile = download({
  path: '/jobs/{id}/temperature-bundle',
  access: 'temperature:read',
  asks: { tracking: withActions(tracking, 'temperatureBundle') },
  load: async ({ param, clients }) => ({
    fileName: `temperature-${param('id')}.json`,
    mediaType: 'application/json',
    text: JSON.stringify(await wholeReadings(clients.tracking, param('id'))),
  }),
});

/** `GET /jobs/{id}/temperature/bundle`, whole: pages of readings as one document. */
async function wholeReadings(
  { temperatureBundle }: Pick<Client<typeof tracking>, 'temperatureBundle'>,
  id: string,
) {
  const pages: Readings[] = [];
  let starting_after: string | undefined;
  do {
    const page = await temperatureBundle({ id, starting_after });
    pages.push(page);
    starting_after = page.next ?? undefined;
  } while (starting_after !== undefined);
  const [first] = pages;
  if (!first) throw new Error('a bundle has a first page');
  const { next: _next, has_more: _more, readings: _readings, ...head } = first;
  return { ...head, readings: pages.flatMap(({ readings }) => readings) };
}

const certificateFile = download({
  path: '/jobs/{id}/certificate',
  access: 'certificates:read',
  asks: { custody: withActions(custody, 'certificateJws') },
  load: async ({ param, clients }) => ({
    fileName: `certificate-${param('id')}.jws`,
    mediaType: 'application/jose',
    text: (await clients.custody.certificateJws({ id: param('id') })).jws,
  }),
});

const proofFile = download({
  path: '/jobs/{id}/certificate-proof',
  access: 'certificates:read',
  asks: { custody: withActions(custody, 'certificateProof') },
  load: async ({ param, clients }) => ({
    fileName: `certificate-${param('id')}.tlog-proof`,
    mediaType: 'text/plain; charset=utf-8',
    text: (await clients.custody.certificateProof({ id: param('id') })).proof,
  }),
});

type DeliveredJob = Pick<Job, 'id' | 'status' | 'temperature_range_c'>;

/** Files of a delivered job; the sandbox has them by its API alone. */
export function downloadsView(
  { id, status, temperature_range_c: range }: DeliveredJob,
  { person, sandbox }: RenderContext,
): Html | undefined {
  if (status !== 'delivered' || sandbox) return undefined;
  const files = [
    [bundleFile, 'Chain of custody, certificate and keys (JSON)'],
    [certificateFile, 'Certificate, signed (JWS)'],
    [proofFile, 'Proof that the certificate is in the public log'],
    ...(range === null ? [] : [[readingsFile, 'Certified temperatures and keys (JSON)'] as const]),
  ] as const;
  const own = files.filter(([{ access }]) => mayOpen(access, person));
  if (own.length === 0) return undefined;
  return card(
    { title: 'Files to keep' },
    html`<ul>${own.map(
      ([{ path }, label]) =>
        html`<li><a href="${path.replace('{id}', encodeURIComponent(id))}" download>${label}</a></li>`,
    )}</ul>
<p class="soft">They can be verified offline, years from now. The page of the certificate prints on one sheet.</p>`,
  );
}

export const downloadRoutes = [bundleFile, certificateFile, proofFile, readingsFile];
