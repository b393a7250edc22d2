import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemIn } from '../problem.ts';
import { type Actor, actionsOf, labelOf, lineTo } from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';

/** Limits of a page of readings, of which a thousand come at a time. */
const ofReadings = ['0', '-1', '1001', '1e2', '1.5', '', 'ten', '+5', '05'];

/** Bad whatever the parameter is: no parameter is free text with control characters. */
const always = ['%00', 'a%00b', '%1b%5B31m', 'x'.repeat(10_240), '%ED%A0%80%00'];
/** Bad for a parameter of this kind. */
const bad: Readonly<Record<string, readonly string[]>> = {
  limit: [
    '0',
    '-1',
    '101',
    '1001',
    '1e2',
    '1.5',
    '0x10',
    '',
    'ten',
    'NaN',
    'Infinity',
    '9'.repeat(400),
    '+5',
    '05',
    '%20 5',
  ],
  'limit at GET /jobs/{id}/temperature': ofReadings,
  'limit at GET /ops/jobs/{id}/temperature': ofReadings,
  status: ['', 'Booked', 'lost', 'booked,cancelled', 'booked%20'],
  created_gte: [
    '',
    'yesterday',
    '2026-13-01T00:00:00Z',
    '2026-11-02',
    '2026-11-02T08:00:00',
    '0',
    '%2B',
  ],
  created_lt: ['', '1e400', '2026-02-30T00:00:00Z', '2026-11-02T25:00:00Z'],
  period: ['2026', '2026-13', '2026-1', 'May', '2026-11-01'],
  cost_centre: ['x'.repeat(65), '%00'],
  starting_after: ['', 'a/b', 'ä', 'x'.repeat(65)],
  ending_before: ['', '%F0%9F%9A%91', '..'],
  site: [''],
  driver_id: ['', 'a/b', 'ä'],
  person_id: ['', 'a/b', 'ä'],
  object_id: ['', 'a/b', 'ä'],
  action: ['', 'updateUser', 'a/b'],
  date: ['', 'yesterday', '2026-13-01', '2026-11-02T08:00:00Z'],
  job_id: ['', 'a/b', 'x'.repeat(65)],
  unassigned: ['', 'yes', '1', 'TRUE'],
  request_id: ['', 'a/b', 'x'.repeat(65)],
  client_id: ['', 'a/b', 'ä'],
  failed: ['', 'yes', '1', 'TRUE'],
  tenant_id: ['', 'a/b', 'ä'],
  dc: ['', 'JHB', 'a/b', '-jhb'],
  row_status: ['', 'lost', 'Booked'],
  after_row: ['', '-1', 'ten', '1.5'],
  layout: ['', 'A6', 'a5'],
  parcel: ['', '0', '-1', 'ten', '1.5'],
  dry_ice_g: ['', '0', '-1', 'ten', '1.5'],
  type: [],
  'type at GET /ops/events': ['', 'Job.booked', 'job.created', 'seal.broken,sla.breached'],
  severity: ['', 'Critical', 'low', 'warning,critical'],
  reference: [],
  q: ['', 'a', '%20', '%20a%20', 'a%09b', 'a%0Ab', 'a%7F', 'x'.repeat(65)],
};

describe('a bad query', () => {
  let stand: Stand;
  let actor: Actor;
  beforeAll(async () => {
    stand = await startStand('live');
    actor = await stand.actor();
  });
  afterAll(() => stand.stop());

  const routes = actionsOf('live').filter(
    ({ contract, query }) => contract.kind === 'query' && Object.keys(query).length > 0,
  );
  const parameters = routes.flatMap((route) =>
    Object.keys(route.query).map((name) => [name, labelOf(route), route] as const),
  );
  it.each(parameters)('%s at %s is refused by its name', async (name, label, route) => {
    const values = bad[`${name} at ${label}`] ?? bad[name];
    if (!values) throw new Error(`say here which values of ${name} are bad`);
    // Of these, more come at a time.
    const isLong = ['/sites', '/users', '/audit-log'].includes(route.path);
    const own = values.filter((value) => !(isLong && value === '101'));
    for (const value of [...always, ...own]) {
      const answer = await actor.send(`${lineTo(route)}?${name}=${value}`);
      const problem = problemIn(answer);
      expect(problem.code, value.slice(0, 40)).toBe('invalid_body');
      expect(problem.errors?.map(({ pointer }) => pointer)).toContain(`/query/${name}`);
    }
    const twice = await actor.send(`${lineTo(route)}?${name}=a&${name}=b`);
    expect(problemIn(twice).errors).toContainEqual(
      expect.objectContaining({ pointer: `/query/${name}`, code: 'repeated' }),
    );
  });

  it('that names both ends of a page is refused by the second name', async () => {
    const answer = await actor.send('GET /jobs?starting_after=a&ending_before=b');
    const expected = expect.objectContaining({ pointer: '/query/ending_before' });
    expect(problemIn(answer).errors).toEqual([expected]);
  });

  it.each(['?', '?&&'])('that is empty is none: %s', async (query) => {
    expect((await actor.send(`GET /jobs${query}`)).status).toBe(200);
  });

  it.each([
    ['?==', ''],
    ['?constructor=x&__proto__=y', 'constructor'],
    ['?LIMIT=0', 'LIMIT'],
    ['?%zz=%zz', '%zz'],
    [`?${'a=b&'.repeat(2_000)}`, 'a'],
  ])('of nothing that is declared is refused: %#', async (query, name) => {
    const { errors } = problemIn(await actor.send(`GET /jobs${query}`));
    expect(errors).toContainEqual(
      expect.objectContaining({ pointer: `/query/${name}`, code: 'unknown_parameter' }),
    );
  });
});
