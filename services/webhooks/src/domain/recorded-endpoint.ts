/** Fields of an endpoint in the audit log. A path or query of its address may hold a secret. */
import type { Endpoint } from './endpoint.ts';

interface Versions {
  before?: Endpoint;
  after?: Endpoint;
}

export const recordedEndpoint = (id: string, { before, after }: Versions) => ({
  object: id,
  before: before && fieldsOf(before),
  after: after && fieldsOf(after),
  personal: ['url'],
});

const fieldsOf = ({ url, events, status }: Endpoint) => ({
  url,
  host: new URL(url).host,
  events,
  status,
});
