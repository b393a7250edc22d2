/** Names that deliveries may and may not go to. */
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { newTenant, refused } from '@svc/kit/testing/service-test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResolve } from '../src/adapters/dns-resolver.ts';
import { createGuardedAgent } from '../src/adapters/guarded-connector.ts';
import { createHttpPost } from '../src/adapters/http-client.ts';
import { areAllowed } from '../src/adapters/ip-address.ts';
import { wanting, webhooksTest } from './app.ts';
import { type NameServer, startNameServer } from './name-server.ts';
import { certificatesFor } from './tls.ts';

const name = 'hooks.receiver.test';
const publicAddress = '93.184.216.34';
const certificates = certificatesFor(name);
let names: NameServer;
let requests = 0;
const server = createServer(certificates, (_, response) => {
  requests += 1;
  response.writeHead(204).end();
});
let url = '';

const deadlineMs = 10_000;
const post = (allowLoopback: boolean) =>
  createHttpPost(
    createGuardedAgent({
      resolve: createResolve([names.server], deadlineMs),
      isAllowed: (addresses) => areAllowed(addresses, allowLoopback),
      timeoutMs: deadlineMs,
      ca: certificates.ca,
    }),
    deadlineMs,
  );
const message = (to: string) => ({ url: to, headers: {}, body: '{}' });

beforeAll(async () => {
  names = await startNameServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `https://${name}:${(server.address() as AddressInfo).port}/hook`;
});
const app = webhooksTest({
  env: () => ({
    SVC_WEBHOOK_ALLOW_LOOPBACK: 'false',
    SVC_WEBHOOK_DNS_SERVERS: names.server,
  }),
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await names?.stop();
});

describe('a connection', () => {
  it('is opened to the address that was checked, with the name kept for TLS', async () => {
    names.set(name, '127.0.0.1');
    expect(await post(true)(message(url))).toMatchObject({ status: 204, failure: null });
    expect(requests).toBe(1);
  });

  it.each([
    ['a private address', ['10.0.0.1']],
    ['the metadata service', ['169.254.169.254']],
    ['loopback', ['127.0.0.1']],
    ['a public and a private one', [publicAddress, '192.168.0.1']],
  ])('is refused when the name resolves to %s', async (_what, addresses) => {
    names.set(name, ...addresses);
    const unsent = { status: null, failure: 'address_not_allowed' };
    expect(await post(false)(message(url))).toMatchObject(unsent);
  });

  it.each([
    'https://127.0.0.1:9/',
    'https://2130706433:9/',
    'https://0x7f.1:9/',
    'https://[::1]:9/',
    'https://[::ffff:127.0.0.1]:9/',
    'https://[::ffff:7f00:1]:9/',
    'https://[64:ff9b::7f00:1]:9/',
    'http://169.254.169.254/latest/meta-data/',
    'https://localhost:9/',
  ])('is refused for %s without a name server', async (literal) => {
    expect(await post(false)(message(literal))).toMatchObject({ failure: 'address_not_allowed' });
  });

  it('fails with the reason when the name does not resolve', async () => {
    names.set(name);
    expect(await post(false)(message(url))).toMatchObject({ failure: 'name_not_resolved' });
  });
});

it('a name whose servers do not respond can be registered', async () => {
  names.silence('hooks.silent.test');
  const made = await app.as(newTenant()).create(wanting('https://hooks.silent.test/'));
  expect(made.status).toBe('active');
});

describe('a name that is rebound', () => {
  it('is refused at delivery though it was allowed at registration', async () => {
    names.set(name, publicAddress);
    const { id } = await app.as().create(wanting(url));
    names.set(name, '127.0.0.1');
    const before = requests;
    await app.as().test({ id });
    const [entry] = await app.logged(app.tenant, id, ([first]) => first?.attempt === 1);
    expect(entry).toMatchObject({
      status: 'pending',
      response_code: null,
      failure: 'address_not_allowed',
      response_excerpt: null,
    });
    expect(requests).toBe(before);
  });

  it('is refused at registration when it resolves to an internal address', async () => {
    names.set(name, '10.1.2.3');
    const reply = await app.call('create', wanting(url), { tenant: newTenant() });
    expect(reply).toEqual(refused('invalid_url'));
  });
});
