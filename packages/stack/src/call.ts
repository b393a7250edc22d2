/**
 * Calls one action of a running environment, as its operator: tenants, clients, price books.
 *
 *     npm run call -- accounts.createTenant '{"name":"Acme Labs"}'
 *     npm run call -- pricing.importPriceBook '{"yaml":"@services/pricing/books/live-2026-11.yaml"}'
 *     npm run call -- accounts.createClient '{"name":"LIS","scopes":["jobs:read"]}' ten_…
 *
 * Needs SVC_NATS_URL and SVC_SECRET of the environment. `@file` stands for a file's content.
 */
import { readFile } from 'node:fs/promises';
import { startHost } from '@svc/kit/host';

const [target = '', input = '{}', tenant = ''] = process.argv.slice(2);
const [service, action] = target.split('.');
if (!service || !action) {
  console.error('usage: npm run call -- <service>.<action> [JSON input] [tenant id]');
  process.exit(2);
}

const host = await startHost({ name: 'operator', services: [] });
try {
  const reply = await host.broker.call(service, action, await withFiles(JSON.parse(input)), {
    tenant,
    actor: 'operator',
    requestId: 'operator',
  });
  console.log(JSON.stringify(reply, null, 2));
  process.exitCode = 'ok' in reply ? 0 : 1;
} finally {
  await host.stop();
}

async function withFiles(fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  const entries = Object.entries(fields).map(async ([name, value]) => {
    const isFile = typeof value === 'string' && value.startsWith('@');
    return [name, isFile ? await readFile(value.slice(1), 'utf8') : value];
  });
  return Object.fromEntries(await Promise.all(entries));
}
