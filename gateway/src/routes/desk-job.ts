/** Chain, temperatures and proof of a job of any tenant, for programs of the carrier. */
import { custody, tracking } from '@svc/contracts';
import { change, liveOnly, read } from '../endpoint/declaration.ts';
import type { GatewayRoute } from '../endpoint/route.ts';
import { deskBundleForm, deskChainForm } from './custody.ts';
import { deskTemperatureForms } from './temperature.ts';

/** Live only: the sandbox has no carrier account, and callers never see each other's data. */
const common = { environments: liveOnly, scope: 'ops:dispatch', tag: 'Operations' } as const;

export const deskJobRoutes: readonly GatewayRoute[] = [
  read(custody, 'chainForDesk', {
    ...common,
    operationId: 'getCustodyForDesk',
    path: '/ops/jobs/{id}/custody',
    representations: [deskChainForm],
    summary: 'Retrieve the verified chain of custody of a job of any tenant',
    description:
      "Returns the events without places and notes, and the result of every check of the chain, its certificates and their log, run for this request with the carrier's published keys. For independent verification, download the bundle.",
  }),
  read(custody, 'bundleForDesk', {
    ...common,
    operationId: 'getCustodyBundleForDesk',
    path: '/ops/jobs/{id}/custody/bundle',
    representations: [deskBundleForm],
    summary: 'Download the custody bundle of a job of any tenant',
    description:
      'Chain, certificate and keys for offline verification; identical to the bundle that the tenant receives.',
  }),
  read(tracking, 'temperatureTraceForDesk', {
    ...common,
    operationId: 'getTemperatureForDesk',
    path: '/ops/jobs/{id}/temperature',
    query: { limit: 'integer', starting_after: 'string' },
    representations: deskTemperatureForms,
    summary: 'Retrieve the temperatures of a job of any tenant',
    description:
      'Covers collection to hand-over. Send `Accept: text/csv` for all readings as a table, or `Accept: image/svg+xml` for a chart. JSON is paged: pass `next` as `starting_after`.',
  }),
  change(tracking, 'decideSuspects', {
    ...common,
    operationId: 'decideSuspectReadings',
    method: 'POST',
    path: '/ops/jobs/{id}/temperature/decision',
    status: 200,
    summary: 'Decide on suspect readings',
    description:
      'Sensors send 85 and -127 °C when they measure nothing. Until a person has decided whether such readings are real, the cold-chain certificate says `insufficient_data`. The decision is final: an additional certificate is issued, and the first one is kept.',
  }),
  change(custody, 'openProof', {
    ...common,
    operationId: 'openProofOfDelivery',
    method: 'POST',
    path: '/ops/jobs/{id}/open-proof',
    status: 200,
    summary: 'Open the proof of delivery of a job of any tenant',
    description:
      "Returns the recipient, or the recipient and one of the images: personal data of another organisation. Both organisations' audit logs record who opened which part, and the `reason`.",
  }),
];
