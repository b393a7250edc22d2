import { bundle, custody, custodyRecord } from '@svc/contracts';
import type { z } from 'zod';
import { documentPage, type Form, jsonType } from './form.ts';
import { bothEnvironments, liveOnly, type Route, read } from './route.ts';

const common = { environments: liveOnly, tag: 'Custody' } as const;
const { record, bundle: bundled, certificateJws } = custody.actions;
const contentType = `${jsonType}; charset=utf-8`;

/** Chains come in pages, for they may be longer than a message. */
const recordForm: Form = {
  mediaType: jsonType,
  contentType,
  action: 'record',
  contract: record,
  response: custodyRecord,
  text: (output, page) => chainText(record.output.parse(output), page),
  next: (output) => record.output.parse(output).next ?? undefined,
};

const bundleForm: Form = {
  mediaType: jsonType,
  contentType,
  action: 'bundle',
  contract: bundled,
  response: bundle,
  text: (output, page) => {
    const { custody: chain, next, ...others } = bundled.output.parse(output);
    const opening = `${JSON.stringify(others).slice(0, -1)},"custody":`;
    return `${page === 0 ? opening : ''}${chainText({ ...chain, next }, page)}${next ? '' : '}'}`;
  },
  next: (output) => bundled.output.parse(output).next ?? undefined,
};

function chainText(chain: z.output<typeof record.output>, page: number): string {
  const { events, next, ...head } = chain;
  return documentPage({ head, list: ['events', events], page, isLast: next === null });
}

export const custodyRoutes: readonly Route[] = [
  read(custody, 'record', {
    ...common,
    operationId: 'getCustody',
    path: '/jobs/{id}/custody',
    scope: 'custody:read',
    forms: [recordForm],
    summary: 'Read the chain of custody',
    description: 'Each event carries the hash of the one before it.',
  }),
  read(custody, 'bundle', {
    ...common,
    operationId: 'getCustodyBundle',
    path: '/jobs/{id}/custody/bundle',
    scope: 'custody:read',
    forms: [bundleForm],
    summary: 'Fetch chain, certificate and keys in one file',
    description: 'To be verified offline by somebody who trusts nobody.',
  }),
  read(custody, 'pod', {
    ...common,
    operationId: 'getProofOfDelivery',
    path: '/jobs/{id}/pod',
    scope: 'pod:read',
    summary: 'Read the proof of delivery',
    description: 'Links to signature and photo open for 15 minutes.',
  }),
  read(custody, 'certificate', {
    ...common,
    operationId: 'getCertificate',
    path: '/certificates/{id}',
    environments: bothEnvironments,
    scope: 'certificates:read',
    keyAllowed: true,
    forms: [
      {
        mediaType: 'application/jose',
        action: 'certificateJws',
        contract: certificateJws,
        text: (output) => certificateJws.output.parse(output).jws,
      },
    ],
    summary: 'Fetch a certificate',
    description:
      '`id` is that of a certificate or of a delivered job. With `Accept: application/jose` it comes signed, to be verified with `/.well-known/certificate-keys.json`.',
  }),
];
