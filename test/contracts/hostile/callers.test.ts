import { publishedSandboxKey } from '@svc/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clientsOf, newTenant } from '../../journeys/tenants.ts';
import { expectLimitHeaders, problemIn } from '../problem.ts';
import { type Stand, startStand } from '../stand.ts';
import { expectNothingStored } from '../stored-rows.ts';
import { bytesOf, exchange } from '../wire.ts';

const oauthError = z.strictObject({
  error: z.enum(['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope']),
  error_description: z.string(),
});

describe('a bad token request', () => {
  let stand: Stand;
  let client: { client_id: string; client_secret: string };
  beforeAll(async () => {
    stand = await startStand('live');
    const { id } = await newTenant(stand.stage);
    const scopes = ['jobs:read'] as const;
    client = await clientsOf(stand.stage, id).accounts.createClient({
      name: 'C',
      scopes: [...scopes],
    });
  });
  afterAll(() => stand.stop());

  const send = async (body: string | Buffer, headers: string[] = []) => {
    const form = headers.some((line) => line.startsWith('content-type'))
      ? []
      : ['content-type: application/x-www-form-urlencoded'];
    const length = `content-length: ${Buffer.byteLength(body)}`;
    const head = bytesOf('POST /oauth/token', { headers: [...form, length, ...headers] });
    return exchange(stand.stage.publicUrl, [head, body]);
  };
  /** A good form with this put in, as it stands. */
  const form = (change: Record<string, string>): string =>
    Object.entries({ grant_type: 'client_credentials', ...client, ...change })
      .map(([name, value]) => `${name}=${value}`)
      .join('&');

  const values = [
    ...['', '%00', 'a%00b', '%FF%FE', '%ED%A0%80', '%zz', '%', '%F0%9F%9A%91', '+', '%0d%0a'],
    ...['x'.repeat(10_240), "'%20or%20''='", '[]', '{}', 'null', '__proto__', '%26client_id%3dx'],
  ];
  it.each(['grant_type', 'client_id', 'client_secret', 'scope'])(
    'by its %s is refused as RFC 6749 has it',
    async (name) => {
      for (const value of values.filter((each) => name !== 'scope' || !/^(|\+)$/.test(each))) {
        const answer = await send(form({ [name]: value }));
        expect([400, 401], value).toContain(answer.status);
        oauthError.parse(JSON.parse(answer.text));
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expectLimitHeaders(answer.headers);
      }
    },
  );

  it('of another form is refused', async () => {
    const good = form({});
    const bodies: [string | Buffer, string[]][] = [
      ['', []],
      [`${good}&scope=a&scope=b`, []],
      [`${good}&client_id=x`, []],
      [JSON.stringify(client), ['content-type: application/json']],
      [good, ['content-type: text/plain']],
      [good, ['content-type: application/x-www-form-urlencodedly']],
      [good, ['authorization: Basic !!!']],
      [good, [`authorization: Basic ${Buffer.from('a:b').toString('base64')}`]],
      [good, ['authorization: Bearer x']],
      [Buffer.from([0xff, 0x00, 0xc0, 0xaf, 0x3d, 0x26]), []],
      ['&'.repeat(60_000), []],
      ['='.repeat(60_000), []],
      [Array.from({ length: 7_000 }, (_, i) => `k${i}=v`).join('&'), []],
    ];
    for (const [body, headers] of bodies) {
      const answer = await send(body, headers);
      expect([400, 401], headers.join() || body.slice(0, 40).toString()).toContain(answer.status);
      oauthError.parse(JSON.parse(answer.text));
    }
    expect((await send(good)).status).toBe(200);
  });
});

describe('a sandbox session', () => {
  let stand: Stand;
  beforeAll(async () => {
    stand = await startStand('sandbox');
  });
  afterAll(() => stand.stop());

  const sendFrom = (session: string) => {
    const headers = [`x-api-key: ${publishedSandboxKey}`, `svc-sandbox-session: ${session}`];
    return exchange(stand.stage.publicUrl, [bytesOf('GET /api/v1/jobs', { headers })]);
  };

  it.each([
    ['empty', ''],
    ['of 129 characters', 's'.repeat(129)],
    ['of 10 kB', 's'.repeat(10_240)],
    ['not ASCII', 'sessiön'],
    ['with a tab', 'a\tb'],
  ])('that is %s is refused by its name', async (_, session) => {
    await expectNothingStored(stand.stage, async () => {
      const [first] = problemIn(await sendFrom(session)).errors ?? [];
      expect(first?.pointer).toBe('/headers/svc-sandbox-session');
    });
  });

  it.each(["' or 1=1 --", '__proto__', 'address 127.0.0.1', '{"a":1}', '..'])(
    'that is named %s is one like any other',
    async (session) => {
      expect((await sendFrom(session)).status).toBe(200);
    },
  );
});
