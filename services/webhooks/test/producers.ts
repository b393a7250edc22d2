/** Stand-ins for the services whose events go out: they emit what a test wants, on the real bus. */
import { publicEventTypes } from '@svc/contracts';
import { anyEvents, standIn } from '@svc/kit/testing/stand-in';

const events = anyEvents([
  ...publicEventTypes,
  ...['compliance.renewed', 'driver.moved', 'event.quarantined', 'file.refused', 'proof.erased'],
  'sandbox.expired',
]);
const producer = <const N extends string>(name: N) => standIn({ name, actions: {}, events }, {});

export const producers = {
  jobs: producer('jobs'),
  pricing: producer('pricing'),
  custody: producer('custody'),
  tracking: producer('tracking'),
  billing: producer('billing'),
  files: producer('files'),
};

export interface Emission {
  type: string;
  job_id?: string;
  data?: Record<string, unknown>;
}
