/** Proof of a job of any tenant, as files to save. */
import { custody, withActions } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { proofPdf } from '@svc/paperwork/papers/proof-of-delivery';
import { type Html, html } from '@svc/web/html';
import { type Download, download } from '../../../route/route.ts';
import { wholeBundle } from '../../portal/whole-bundle.ts';
import type { DeskJobDetail } from './job-data.ts';

const ofBundle = {
  access: 'ops:dispatch',
  asks: { custody: withActions(custody, 'bundleForDesk') },
} as const;
/** Personal data of another organisation: opening it is a command, which the audit log records. */
const ofProof = {
  access: 'ops:dispatch',
  asks: { custody: withActions(custody, 'openProofForDesk') },
} as const;

const bundleFile = download({
  ...ofBundle,
  path: '/desk/jobs/{id}/bundle',
  load: async ({ param, clients }) => ({
    fileName: `custody-${param('id')}.json`,
    mediaType: 'application/json',
    text: JSON.stringify(await wholeBundle(clients.custody.bundleForDesk, param('id'))),
  }),
});

const certificateFile = download({
  ...ofBundle,
  path: '/desk/jobs/{id}/certificate',
  load: async ({ param, clients }) => {
    const { certificate_jws } = await clients.custody.bundleForDesk({ id: param('id') });
    if (certificate_jws === null) {
      throw new Refusal('certificate_pending', 'No certificate is issued yet.');
    }
    return {
      fileName: `certificate-${param('id')}.jws`,
      mediaType: 'application/jose',
      text: certificate_jws,
    };
  },
});

const proofFile = download({
  ...ofProof,
  path: '/desk/jobs/{id}/proof',
  load: async ({ param, clients }) => ({
    fileName: `proof-of-delivery-${param('id')}.pdf`,
    mediaType: 'application/pdf',
    bytes: await proofPdf(
      await clients.custody.openProofForDesk({ id: param('id'), part: 'document' }),
    ),
  }),
});

const imageFile = (kind: 'signature' | 'photo') =>
  download({
    ...ofProof,
    path: kind === 'signature' ? '/desk/jobs/{id}/signature' : '/desk/jobs/{id}/photo',
    load: async ({ param, clients }): Promise<Download> => {
      const { file } = await clients.custody.openProofForDesk({ id: param('id'), part: kind });
      if (!file) throw new Error('an image that is opened has a file');
      return {
        fileName: `${kind}-${param('id')}.${file.media_type === 'image/png' ? 'png' : 'jpg'}`,
        mediaType: file.media_type,
        storageKey: file.storage_key,
      };
    },
  });

const signatureFile = imageFile('signature');
const photoFile = imageFile('photo');

export function proofsSection({ id, status, custody: chain }: DeskJobDetail): Html {
  const isDelivered = status === 'delivered';
  const isCertified = chain?.certificates.some(({ type }) => type === 'proof_of_custody') ?? false;
  const link = ({ path }: { path: string }, label: string): Html =>
    html`<li><a class="target" href="${path.replace('{id}', encodeURIComponent(id))}" download>${label}</a></li>`;
  return html`<ul>${link(bundleFile, 'Chain of custody, certificate and keys (JSON)')}
${isCertified ? link(certificateFile, 'Certificate, signed (JWS)') : undefined}
${
  isDelivered
    ? html`${link(proofFile, 'Proof of delivery (PDF)')}
${link(signatureFile, 'Signature')}
${link(photoFile, 'Photo of the hand-over')}`
    : undefined
}</ul>
${isDelivered ? html`<p class="soft">Proof, signature and photo are about the recipient: the audit log records who opened them.</p>` : undefined}
${certificatesOf(chain)}`;
}

const certificatesOf = (chain: DeskJobDetail['custody']): Html | undefined =>
  chain === null || chain.certificates.length === 0
    ? undefined
    : html`<ul>${chain.certificates.map(
        ({ id, type, verify_url }) =>
          html`<li>${type === 'proof_of_custody' ? 'Proof of custody' : 'Proof of cold chain'}: <a class="target" href="${verify_url}">check ${id}</a></li>`,
      )}</ul>`;

export const proofRoutes = [bundleFile, certificateFile, proofFile, signatureFile, photoFile];
