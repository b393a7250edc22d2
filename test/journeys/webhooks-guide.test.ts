/** docs/webhooks.md, done as it says, and `npm run hooks -- listen`. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compileFunction } from 'node:vm';
import { tenantScopes, webhooks } from '@svc/contracts';
import { startChild, until } from '@svc/devnet';
import { verify } from '@svc/webhook-verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stage, startStage } from './environment.ts';
import { jsonOf, resource } from './http.ts';
import { bookingOf, fetchToken, newTenant, type Tenant } from './tenants.ts';

const guide = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
const [registering = '', event = '', verifying = '', signing = '', ...unknown] = [
  ...guide.matchAll(/^```\w*\n(.*?)^```$/gms),
].map(([, block]) => block ?? '');

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

const shell = async (block: string, env: Record<string, string>): Promise<string> =>
  (await promisify(execFile)('bash', ['-c', block], { env: { ...process.env, ...env } })).stdout;

let stage: Stage;
let tenant: Tenant;
beforeAll(async () => {
  stage = await startStage();
  tenant = await newTenant(stage);
});
afterAll(() => stage?.stop());

const book = async () =>
  jsonOf(await tenant.ask('POST /jobs', { body: bookingOf(tenant), key: crypto.randomUUID() }));

describe('the guide', () => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
    response.writeHead(204).end();
  });
  let secret = '';
  let came: Received = { headers: {}, body: '' };

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const url = 'https://hooks.example.com/svc';
    expect(registering).toContain(url);
    const { clientId, clientSecret } = tenant;
    const answer = await shell(registering.replace(url, `http://127.0.0.1:${port}/`), {
      BASE: stage.baseUrl,
      TOKEN: await fetchToken(stage, { clientId, clientSecret }, ['webhooks:manage']),
    });
    ({ secret } = webhooks.actions.create.output.parse(JSON.parse(answer)));
    const { id } = await book();
    came = await until(() => received.find(({ body }) => body.includes(String(id))), {
      timeoutMs: 15_000,
      what: 'the event of a booking',
    });
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it('has no block that is not tried here', () => {
    expect(unknown).toEqual([]);
  });

  it('registers an endpoint and shows its secret', () => {
    expect(secret).toMatch(/^whsec_/);
  });

  it('shows an event with the members that it has', () => {
    const [shown, real] = [event, came.body].map((text) => JSON.parse(text));
    expect(Object.keys(shown)).toEqual(Object.keys(real));
    expect(Object.keys(shown.data).sort()).toEqual(Object.keys(real.data).sort());
  });

  it('names headers that come', () => {
    const named = [...guide.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name),
    );
    expect(named).toHaveLength(6);
    expect(Object.keys(came.headers)).toEqual(expect.arrayContaining(named));
  });

  it('verifies what came, and refuses what was altered', () => {
    const [first = '', ...rest] = verifying.split('\n');
    expect(first).toBe("import { verify } from '@svc/webhook-verify';");
    const names = ['verify', 'rawBody', 'request', 'secret', 'reply', 'handle'];
    const receive = compileFunction(rest.join('\n'), names);
    const handled: unknown[] = [];
    const statuses: number[] = [];
    const reply = { code: (status: number) => ({ send: () => statuses.push(status) }) };
    const take = (rawBody: string) =>
      receive(verify, rawBody, came, secret, reply, (each: unknown) => handled.push(each));
    take(came.body);
    expect([handled, statuses]).toEqual([[JSON.parse(came.body)], []]);
    take(`${came.body} `);
    expect([handled.length, statuses]).toEqual([1, [401]]);
  });

  it('reckons the signature on a command line', async () => {
    const TIMESTAMP = String(came.headers['svc-timestamp']);
    const output = await shell(signing, { TIMESTAMP, BODY: came.body, SECRET: secret });
    expect(came.headers['svc-signature']).toBe(`v1=${output.trim().split(' ').at(-1)}`);
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
      args: [fileURLToPath(import.meta.resolve('@svc/stack/hooks')), 'listen', 'job.created'],
      env: { ...process.env, SVC_DATA_DIR: dir },
      logFile,
      ready: (output) => output.includes('Listening as'),
      stopSignal: 'SIGINT',
    });
    const printed = (line: RegExp) =>
      until(async () => line.test(await readFile(logFile, 'utf8')), {
        timeoutMs: 15_000,
        what: `a line like ${line}`,
      });
    const { ref } = await book();
    await printed(new RegExp(`^signature ok .* job\\.created #1 .*${String(ref)}`, 'm'));
    const page = webhooks.actions.list.output;
    const listed = async () => resource(await tenant.ask('GET /webhooks'), 200, page).data;
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
