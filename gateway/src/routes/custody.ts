import { bundle, custody, custodyRecord, deskChain } from '@svc/contracts';
import { proofPdf } from '@svc/paperwork/papers/proof-of-delivery';
import type { z } from 'zod';
import { bothEnvironments, liveOnly, read } from '../endpoint/declaration.ts';
import { documentPage, jsonType, type Representation } from '../endpoint/representation.ts';
import type { GatewayRoute } from '../endpoint/route.ts';

const common = { environments: liveOnly, tag: 'Custody' } as const;
const { record, bundle: bundled, chainForDesk, certificateJws, certificateProof } = custody.actions;
const contentType = `${jsonType}; charset=utf-8`;

/** Chains are paged: one may exceed the size of a bus message. */
const recordForm: Representation = {
  mediaType: jsonType,
  contentType,
  action: 'record',
  contract: record,
  response: custodyRecord,
  text: (output, page) => chainText(record.output.parse(output), page),
  next: (output) => record.output.parse(output).next ?? undefined,
};

const bundleFormOf = (action: 'bundle' | 'bundleForDesk'): Representation => ({
  mediaType: jsonType,
  contentType,
  action,
  contract: custody.actions[action],
  response: bundle,
  text: (output, page) => {
    const { custody: chain, next, texts_from, ...others } = bundled.output.parse(output);
    const opening = `${JSON.stringify(others).slice(0, -1)},"custody":`;
    const text = chainText({ ...chain, next, texts_from }, page);
    return `${page === 0 ? opening : ''}${text}${next ? '' : '}'}`;
  },
  next: (output) => bundled.output.parse(output).next ?? undefined,
});

export const deskBundleForm = bundleFormOf('bundleForDesk');
export const deskChainForm: Representation = {
  mediaType: jsonType,
  contentType,
  action: 'chainForDesk',
  contract: chainForDesk,
  response: deskChain,
  text: (output, page) => {
    const { events, next, ...head } = chainForDesk.output.parse(output);
    return documentPage({ head, list: ['events', events], page, isLast: next === null });
  },
  next: (output) => chainForDesk.output.parse(output).next ?? undefined,
};

/**
 * One document with two lists that exceed a bus message: all pages of events, then all pages of
 * texts.
 */
function chainText(chain: z.output<typeof record.output>, page: number): string {
  const { events, texts, texts_from, next, ...head } = chain;
  const opening = page === 0 ? `${JSON.stringify(head).slice(0, -1)},"events":[` : '';
  const closing = texts_from === 0 ? '],"texts":[' : '';
  const end = next === null ? ']}' : '';
  return `${opening}${listed(events, page > 0)}${closing}${listed(texts, texts_from !== 0)}${end}`;
}

/** Items of a list; `isContinued` if there is a previous page. */
const listed = (items: readonly unknown[], isContinued: boolean): string =>
  (isContinued && items.length > 0 ? ',' : '') +
  items.map((item) => JSON.stringify(item)).join(',');

export const custodyRoutes: readonly GatewayRoute[] = [
  read(custody, 'record', {
    ...common,
    operationId: 'getCustody',
    path: '/jobs/{id}/custody',
    scope: 'custody:read',
    representations: [recordForm],
    summary: 'Retrieve the chain of custody',
    description:
      'Each event carries the hash of its predecessor. Notes and locations are in `texts` until they are erased; the events hold salted commitments to them.',
  }),
  read(custody, 'bundle', {
    ...common,
    operationId: 'getCustodyBundle',
    path: '/jobs/{id}/custody/bundle',
    scope: 'custody:read',
    representations: [bundleFormOf('bundle')],
    summary: 'Download a custody bundle',
    description:
      'Chain, certificate and keys in one file, for offline verification without trusting the carrier.',
  }),
  read(custody, 'pod', {
    ...common,
    operationId: 'getProofOfDelivery',
    path: '/jobs/{id}/pod',
    scope: 'pod:read',
    representations: [
      {
        mediaType: 'application/pdf',
        action: 'pod',
        contract: custody.actions.pod,
        render: proofPdf,
        cost: () => 3,
        fileName: 'proof-of-delivery.pdf',
      },
    ],
    summary: 'Retrieve the proof of delivery',
    description:
      'Links to the signature and photo are valid for 15 minutes. Send `Accept: application/pdf` for the document.',
  }),
  read(custody, 'certificate', {
    ...common,
    operationId: 'getCertificate',
    path: '/certificates/{id}',
    environments: bothEnvironments,
    scope: 'certificates:read',
    keyAllowed: true,
    representations: [
      {
        mediaType: 'application/jose',
        action: 'certificateJws',
        contract: certificateJws,
        text: (output) => certificateJws.output.parse(output).jws,
      },
    ],
    summary: 'Fetch a certificate',
    description:
      '`id` is a certificate id or the id of a delivered job. Send `Accept: application/jose` for the signed form; verify it with `/.well-known/certificate-keys.json`.',
  }),
  read(custody, 'certificateProof', {
    ...common,
    operationId: 'getCertificateProof',
    path: '/certificates/{id}/proof',
    environments: bothEnvironments,
    scope: 'certificates:read',
    keyAllowed: true,
    representations: [
      {
        mediaType: 'text/plain',
        contentType: 'text/plain; charset=utf-8',
        action: 'certificateProof',
        contract: certificateProof,
        text: (output) => certificateProof.output.parse(output).proof,
        isOnly: true,
      },
    ],
    summary: 'Fetch the inclusion proof of a certificate',
    description:
      'A c2sp.org/tlog-proof: the index in the log, the path to the root, and a checkpoint cosigned by witnesses. Returns 409 for about a second after the certificate is issued.',
  }),
];
