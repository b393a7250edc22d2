import type { ErrorCode } from '@svc/contracts';
import { errors } from '@svc/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';
import { personOf } from './persons.ts';

interface Case {
  /** The page that shows the form. */
  home: string;
  path: string;
  fields: Record<string, string | string[]>;
  /** The command that is sent, as `service.action`, and its input. */
  command: string;
  input: unknown;
  /** Where the browser goes; undefined where the output is shown. */
  next?: string;
  refusal: ErrorCode;
  /** Markup that keeps what was entered, on the page of the refusal. */
  kept?: string;
}

const token = tokenOf('admin');
const held_scopes = personOf('admin').scopes;
const endpoint = '/webhooks/wh_01';

const cases: readonly Case[] = [
  {
    home: '/people',
    path: '/people',
    fields: { name: ' Ann ', email: 'ann@demo.example', role: 'auditor' },
    command: 'accounts.inviteUser',
    input: { name: 'Ann', email: 'ann@demo.example', role: 'auditor' },
    refusal: 'email_taken',
    kept: 'value="ann@demo.example"',
  },
  {
    home: '/people',
    path: '/people/usr_booker/invitation',
    fields: {},
    command: 'accounts.renewInvitation',
    input: { id: 'usr_booker' },
    refusal: 'user_not_found',
  },
  {
    home: '/people',
    path: '/people/usr_booker/invitation/withdraw',
    fields: {},
    command: 'accounts.withdrawInvitation',
    input: { id: 'usr_booker' },
    next: '/people',
    refusal: 'user_not_found',
  },
  {
    home: '/people',
    path: '/people/usr_booker/role',
    fields: { role: 'auditor' },
    command: 'accounts.updateUser',
    input: { id: 'usr_booker', role: 'auditor' },
    next: '/people',
    refusal: 'carrier_only',
    kept: '<option value="auditor" selected>',
  },
  {
    home: '/people',
    path: '/people/usr_booker/remove',
    fields: {},
    command: 'accounts.deleteUser',
    input: { id: 'usr_booker' },
    next: '/people',
    refusal: 'user_not_found',
  },
  {
    home: '/clients',
    path: '/clients',
    fields: { name: 'Import', scopes: ['jobs:read', 'admin:users'] },
    command: 'accounts.addClient',
    input: { name: 'Import', scopes: ['jobs:read', 'admin:users'], held_scopes },
    refusal: 'scope_not_held',
    kept: 'value="admin:users" checked>',
  },
  {
    home: '/clients',
    path: '/clients/cli_01/revoke',
    fields: {},
    command: 'accounts.removeClient',
    input: { id: 'cli_01' },
    next: '/clients',
    refusal: 'client_not_found',
  },
  {
    home: '/clients',
    path: '/clients/cli_01/rotate',
    fields: { overlap_hours: '72' },
    command: 'accounts.rotateClientSecret',
    input: { id: 'cli_01', overlap_hours: 72, held_scopes },
    refusal: 'rotation_in_progress',
    kept: '<option value="72" selected>',
  },
  {
    home: '/keys',
    path: '/keys/key_01/rotate',
    fields: { overlap_hours: '0' },
    command: 'accounts.rotateApiKey',
    input: { id: 'key_01', overlap_hours: 0, held_scopes },
    refusal: 'rotation_in_progress',
    kept: '<option value="0" selected>',
  },
  {
    home: '/keys',
    path: '/keys',
    fields: { name: 'Board', scopes: 'tracking:read' },
    command: 'accounts.addApiKey',
    input: { name: 'Board', scopes: ['tracking:read'], held_scopes },
    refusal: 'scope_not_held',
    kept: 'value="tracking:read" checked>',
  },
  {
    home: '/keys',
    path: '/keys/key_01/revoke',
    fields: {},
    command: 'accounts.removeApiKey',
    input: { id: 'key_01' },
    next: '/keys',
    refusal: 'api_key_not_found',
  },
  {
    home: '/webhooks',
    path: '/webhooks',
    fields: { url: 'https://a.example/x', events: ['job.created', 'pod.available'] },
    command: 'webhooks.create',
    input: { url: 'https://a.example/x', events: ['job.created', 'pod.available'] },
    refusal: 'endpoint_exists',
    kept: 'value="pod.available" checked>',
  },
  {
    home: endpoint,
    path: `${endpoint}/status`,
    fields: { status: 'disabled' },
    command: 'webhooks.update',
    input: { id: 'wh_01', status: 'disabled' },
    next: endpoint,
    refusal: 'webhook_not_found',
    kept: '<option value="disabled" selected>',
  },
  {
    home: endpoint,
    path: `${endpoint}/address`,
    fields: { url: 'https://b.example/' },
    command: 'webhooks.update',
    input: { id: 'wh_01', url: 'https://b.example/' },
    next: endpoint,
    refusal: 'invalid_url',
    kept: 'value="https://b.example/"',
  },
  {
    home: endpoint,
    path: `${endpoint}/events`,
    fields: { events: ['*', 'job.created'] },
    command: 'webhooks.update',
    input: { id: 'wh_01', events: ['*'] },
    next: endpoint,
    refusal: 'unknown_event_type',
    kept: 'value="*" checked>',
  },
  {
    home: endpoint,
    path: `${endpoint}/secret`,
    fields: {},
    command: 'webhooks.rotateSecret',
    input: { id: 'wh_01' },
    refusal: 'webhook_not_found',
  },
  {
    home: endpoint,
    path: `${endpoint}/test`,
    fields: {},
    command: 'webhooks.test',
    input: { id: 'wh_01' },
    refusal: 'webhook_not_found',
  },
  {
    home: endpoint,
    path: `${endpoint}/replay`,
    fields: { since: '2026-11-02T08:30' },
    command: 'webhooks.replay',
    input: { id: 'wh_01', since: '2026-11-02T08:30:00+02:00' },
    refusal: 'replay_in_progress',
    kept: 'value="2026-11-02T08:30"',
  },
  {
    home: endpoint,
    path: `${endpoint}/replay-event`,
    fields: { event_id: ' evt_9 ' },
    command: 'webhooks.replay',
    input: { id: 'wh_01', event_ids: ['evt_9'] },
    refusal: 'replay_in_progress',
    kept: 'value=" evt_9 "',
  },
  {
    home: endpoint,
    path: `${endpoint}/events/evt_01/replay`,
    fields: {},
    command: 'webhooks.replay',
    input: { id: 'wh_01', event_ids: ['evt_01'] },
    refusal: 'replay_in_progress',
  },
  {
    home: endpoint,
    path: `${endpoint}/remove`,
    fields: {},
    command: 'webhooks.remove',
    input: { id: 'wh_01' },
    next: '/webhooks',
    refusal: 'webhook_not_found',
  },
];

async function desk({ home, path, fields }: Case) {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  const hidden = async () => hiddenFields((await under.get(home, token)).body, path);
  const send = (own: Record<string, string>) => under.post(path, token, { ...own, ...fields });
  const commands = (command: string) =>
    under.services.calls.filter(({ service, action }) => `${service}.${action}` === command);
  return { ...under, hidden, send, commands };
}

describe.each(cases.map((each) => [each.path, each] as const))('the form %s', (_path, each) => {
  it('sends its command, once per number', async () => {
    const { hidden, send, commands } = await desk(each);
    const own = await hidden();
    for (const _time of ['first', 'second']) {
      const { statusCode, headers } = await send(own);
      expect([statusCode, headers.location]).toEqual(
        each.next === undefined ? [200, undefined] : [303, each.next],
      );
    }
    const [one, two, ...others] = commands(each.command);
    expect(others).toEqual([]);
    expect(one?.input).toEqual(each.input);
    expect(one?.meta).toMatchObject({ tenant: 'ten_demo', actor: 'usr_admin' });
    expect(one?.meta.request).toMatch(/^[0-9a-f]{64}$/);
    expect(two?.meta).toMatchObject({
      request: one?.meta.request,
      fingerprint: one?.meta.fingerprint,
    });
  });

  it('shows a refusal on its page, with what was entered and a new number', async () => {
    const { hidden, send, services } = await desk(each);
    const detail = 'Not <now>, please.';
    services.answers.set(each.command, () => ({ refused: { code: each.refusal, detail } }));
    const own = await hidden();
    const answer = await send(own);
    expect(answer.statusCode).toBe(errors[each.refusal].status);
    expect(answer.body).toContain('<p class="alert" role="alert">Not &lt;now&gt;, please.</p>');
    expect(answer.body).toContain(each.kept ?? '<h1>');
    expect(hiddenFields(answer.body, each.path)._key).not.toBe(own._key);
  });

  it('keeps entries and number while the service is away', async () => {
    const { hidden, send, services } = await desk(each);
    services.answers.delete(each.command);
    const own = await hidden();
    const answer = await send(own);
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain(each.kept ?? '<h1>');
    expect(hiddenFields(answer.body, each.path)._key).toBe(own._key);
  });
});
