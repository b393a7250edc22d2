import { custody } from '@svc/contracts';
import { bothEnvironments, liveOnly, type Route, read } from './route.ts';

const common = { environments: liveOnly, tag: 'Custody' } as const;
const { certificateJws } = custody.actions;

export const custodyRoutes: readonly Route[] = [
  read(custody, 'record', {
    ...common,
    operationId: 'getCustody',
    path: '/jobs/{id}/custody',
    scope: 'custody:read',
    summary: 'Read the chain of custody',
    description: 'Each event carries the hash of the one before it.',
  }),
  read(custody, 'bundle', {
    ...common,
    operationId: 'getCustodyBundle',
    path: '/jobs/{id}/custody/bundle',
    scope: 'custody:read',
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
    variant: {
      mediaType: 'application/jose',
      action: 'certificateJws',
      contract: certificateJws,
      form: (output) => ({ text: certificateJws.output.parse(output).jws }),
    },
    summary: 'Fetch a certificate',
    description:
      '`id` is that of a certificate or of a delivered job. With `Accept: application/jose` it comes signed, to be verified with `/.well-known/certificate-keys.json`.',
  }),
];
