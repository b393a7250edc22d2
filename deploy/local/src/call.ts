/**
 * Calls one action of a running environment, as its operator: tenants, clients, price books.
 *
 *     npm run call -- accounts.createTenant '{"name":"Acme Labs"}'
 *     npm run call -- pricing.importPriceBook '{"yaml":"@services/pricing/books/live-2026-12.yaml"}'
 *     npm run call -- accounts.createClient '{"name":"LIS","scopes":["jobs:read"]}' ten_…
 *
 * Reaches the `npm start` of the data folder over its operator socket; any other environment over
 * NATS, with SVC_NATS_URL and the operator's SVC_NATS_CALLS_SEED and SVC_NATS_CA.
 */
import { runCall } from '@svc/process/call-command';
import { callOverNats } from '@svc/process/operator-link';
import { z } from 'zod';
import { callNpmStart } from './operator-socket.ts';

await runCall({
  name: 'npm run call',
  typed: 'npm run call --',
  reaches: `The running npm start is reached; another environment over NATS: set SVC_NATS_URL, and the
operator's SVC_NATS_CALLS_SEED and SVC_NATS_CA.`,
  options: {
    sandbox: { schema: z.boolean().default(false), about: 'calls the sandbox, not live' },
  },
  send: (call, { sandbox }) =>
    process.env.SVC_NATS_URL
      ? callOverNats(call)
      : callNpmStart({ environment: sandbox ? 'sandbox' : 'live', ...call }),
});
