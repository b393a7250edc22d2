/** Chain, temperatures and proof of a job of any tenant, for programs of the carrier. */
import { custody, tracking } from '@svc/contracts';
import { change, liveOnly, read } from '../endpoint/declaration.ts';
import type { GatewayRoute } from '../endpoint/route.ts';
import { deskBundleForm, deskChainForm } from './custody.ts';
import { deskTemperatureForms } from './temperature.ts';

/** Live only: on the sandbox nobody is the carrier, and a caller never sees what is of another. */
const common = { environments: liveOnly, scope: 'ops:dispatch', tag: 'Operations' } as const;

export const deskJobRoutes: readonly GatewayRoute[] = [
  read(custody, 'chainForDesk', {
    ...common,
    operationId: 'getCustodyForDesk',
    path: '/ops/jobs/{id}/custody',
    representations: [deskChainForm],
    summary: 'Read the verified chain of custody of a job of any tenant',
    description:
      'The events without places and notes, and what every check of the chain, its certificates and their log found just now, with the keys that the carrier publishes. Who does not trust this answer verifies the bundle.',
  }),
  read(custody, 'bundleForDesk', {
    ...common,
    operationId: 'getCustodyBundleForDesk',
    path: '/ops/jobs/{id}/custody/bundle',
    representations: [deskBundleForm],
    summary: 'Fetch chain, certificate and keys of a job of any tenant in one file',
    description: 'To be verified offline, as the bundle that the tenant itself gets.',
  }),
  read(tracking, 'temperatureTraceForDesk', {
    ...common,
    operationId: 'getTemperatureForDesk',
    path: '/ops/jobs/{id}/temperature',
    query: { limit: 'integer', starting_after: 'string' },
    representations: deskTemperatureForms,
    summary: 'Read the temperatures of a job of any tenant',
    description:
      'From collection to hand-over. With `Accept: text/csv` all readings come as a table, with `Accept: image/svg+xml` as a chart; JSON comes in pages: pass `next` as `starting_after`.',
  }),
  change(tracking, 'decideSuspects', {
    ...common,
    operationId: 'decideSuspectReadings',
    method: 'POST',
    path: '/ops/jobs/{id}/temperature/decision',
    status: 200,
    summary: 'Decide whether suspect readings were measured',
    description:
      'Sensors send 85 and -127 °C when they measure nothing. Until a person has decided, the certificate of the cold chain says `insufficient_data`. The decision is final: a further certificate is issued, the first one stays.',
  }),
  change(custody, 'openProof', {
    ...common,
    operationId: 'openProofOfDelivery',
    method: 'POST',
    path: '/ops/jobs/{id}/open-proof',
    status: 200,
    summary: 'Open the proof of delivery of a job of any tenant',
    description:
      'Who took the parcels, or with it one of the images: personal data of another organisation. The audit logs of both organisations have who opened which part, and the `reason`.',
  }),
];
