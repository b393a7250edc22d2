/**
 * Promises of docs/webhooks.md about an event, its headers and `npm run hooks -- listen`. Its
 * blocks: test/guides.
 */
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tenantScopes, webhooks } from '@svc/contracts';
import { freePort, startChild, until } from '@svc/devnet';
import { verify } from '@svc/webhook-verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stage } from './environment.ts';
import { jsonOf, resource } from './http.ts';
import { bookingOf, newTenant, type Tenant } from './tenants.ts';
import { shared } from './worker-stages.ts';

const guide = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
const event = /^```json\n(.*?)^```$/ms.exec(guide)?.[1] ?? '';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

let stage: Stage;
let tenant: Tenant;
shared.beforeAll(async ({ live }) => {
  stage = live;
  tenant = await newTenant(stage);
});

const book = async () =>
  jsonOf(await tenant.send('POST /jobs', { body: bookingOf(tenant), key: crypto.randomUUID() }));

describe('the guide', () => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
    response.writeHead(204).end();
  });
  let secret = '';
  let delivery: Received = { headers: {}, body: '' };

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const url = `http://127.0.0.1:${port}/`;
    const answer = await tenant.send('POST /webhooks', { body: { url, events: ['job.created'] } });
    ({ secret } = webhooks.actions.create.output.parse(await jsonOf(answer)));
    const { id } = await book();
    delivery = await until(() => received.find(({ body }) => body.includes(String(id))), {
      timeoutMs: 60_000,
      what: 'the event of a booking',
    });
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it('registers an endpoint and shows its secret', () => {
    expect(secret).toMatch(/^whsec_/);
  });

  it('shows an event with the members that it has', () => {
    const [shown, real] = [event, delivery.body].map((text) => JSON.parse(text));
    expect(Object.keys(shown)).toEqual(Object.keys(real));
    expect(Object.keys(shown.data).sort()).toEqual(Object.keys(real.data).sort());
  });

  it('names the headers that a delivery has', () => {
    const named = [...guide.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name),
    );
    expect(named).toHaveLength(7);
    expect(Object.keys(delivery.headers)).toEqual(expect.arrayContaining(named));
  });

  it('verifies what came, and refuses what was altered', () => {
    expect(verify(delivery.body, delivery.headers, [secret])).toMatchObject({ ok: true });
    expect(verify(`${delivery.body} `, delivery.headers, [secret])).toMatchObject({ ok: false });
  });
});

describe('the program in the README of webhook-verify', () => {
  it('receives an event, and turns away what is forged', async () => {
    const source = fileURLToPath(new URL('../../packages/webhook-verify', import.meta.url));
    const readme = await readFile(join(source, 'README.md'), 'utf8');
    const [, program = ''] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
    const dir = await mkdtemp(join(tmpdir(), 'receiver-'));
    await mkdir(join(dir, 'node_modules/@svc'), { recursive: true });
    await symlink(source, join(dir, 'node_modules/@svc/webhook-verify'));
    await writeFile(join(dir, 'package.json'), '{ "type": "module" }');
    await writeFile(join(dir, 'receiver.ts'), program);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const answer = await tenant.send('POST /webhooks', { body: { url, events: ['job.created'] } });
    const { id, secret: SECRET } = webhooks.actions.create.output.parse(jsonOf(answer));
    const logFile = join(dir, 'receiver.log');
    const child = await startChild({
      command: process.execPath,
      args: [join(dir, 'receiver.ts')],
      env: { PATH: process.env.PATH, PORT: `${port}`, SECRET },
      logFile,
      ready: (output) => output.includes('Listening.'),
    });
    const printed = async (line: RegExp) =>
      until(async () => line.test(await readFile(logFile, 'utf8')), {
        timeoutMs: 60_000,
        what: `a line like ${line}`,
      });
    await book();
    await printed(/^job\.created$/m);
    const forged = await fetch(url, { method: 'POST', body: '{"type":"job.created"}' });
    expect(forged.status).toBe(401);
    await printed(/^header_missing$/m);
    await child.stop();
    await tenant.send(`DELETE /webhooks/${id}`);
    await rm(dir, { recursive: true });
  });
});

describe('npm run hooks -- listen', () => {
  it('registers, prints what comes with a verdict, and removes itself', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'hooks-'));
    const { clientId: client_id, clientSecret: client_secret } = tenant;
    const dev = {
      live: { base_url: stage.baseUrl },
      auth: { auth_url: stage.publicUrl },
      clients: { demo: { client_id, client_secret, scopes: tenantScopes } },
    };
    await writeFile(join(dir, 'dev.json'), JSON.stringify(dev));
    const logFile = join(dir, 'hooks.log');
    const child = await startChild({
      command: process.execPath,
      args: [fileURLToPath(import.meta.resolve('@svc/local/hooks')), 'listen', 'job.created'],
      env: { ...process.env, SVC_DATA_DIR: dir },
      logFile,
      ready: (output) => output.includes('Listening as'),
      stopSignal: 'SIGINT',
    });
    const printed = (line: RegExp) =>
      until(async () => line.test(await readFile(logFile, 'utf8')), {
        timeoutMs: 60_000,
        what: `a line like ${line}`,
      });
    const { ref } = await book();
    await printed(new RegExp(`^signature ok .* job\\.created #1 .*${String(ref)}`, 'm'));
    const page = webhooks.actions.list.output;
    const listed = async () => resource(await tenant.send('GET /webhooks'), 200, page).data;
    const own = (await listed()).find(({ events }) => events.join() === 'job.created');
    const forged = await fetch(own?.url ?? '', { method: 'POST', body: '{"type":"job.created"}' });
    expect(forged.status).toBe(401);
    await printed(/^signature WRONG \(header_missing\)/m);
    await child.stop();
    expect(await child.exited).toBe(0);
    await printed(new RegExp(`^Removed ${own?.id}\\.$`, 'm'));
    expect((await listed()).map(({ id }) => id)).not.toContain(own?.id);
    await rm(dir, { recursive: true });
  });
});
