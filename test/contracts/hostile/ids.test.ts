import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemIn } from '../problem.ts';
import { type Actor, actionsOf, labelOf, pathTo, queryOf, requestFor } from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { expectNothingStored } from '../stored-rows.ts';
import { bytesOf, exchange } from '../wire.ts';

/** As they stand in the request line: no client would send all of them. */
const ids = [
  ...['a%2Fb', '..%2F..%2Fetc', '%2e%2e', '%2E%2E%2Fjobs', '%5c..%5c', '%2525', '%00', 'job%00_1'],
  ...['%0d%0aset-cookie:x', '%F0%9F%9A%91', '%E2%80%AE', '%EF%BB%BF', 'a%20b', '%20', '+', '*'],
  ...["'%20or%201=1--", '%24%7B7*7%7D', '{{7}}', '<script>', '__proto__', 'constructor', '-1', '0'],
  ...[
    'null',
    'undefined',
    'NaN',
    'true',
    '%5B%5D',
    '%7B%7D',
    'job_'.repeat(2_500),
    '%41'.repeat(3_000),
  ],
  ...['%zz', '%', '%c3%28', '%ff', '%u0041', '%E0%80%AF', 'x%'],
];

describe('an id that is none', () => {
  let stand: Stand;
  let actor: Actor;
  beforeAll(async () => {
    stand = await startStand('live');
    actor = await stand.actor();
  });
  afterAll(() => stand.stop());

  const routes = actionsOf('live').filter(({ pathNames }) => pathNames.length > 0);
  it.each(routes.map((route) => [labelOf(route), route] as const))(
    'at %s is not found or not valid, and changes nothing',
    async (_, route) => {
      const { body, raw } = requestFor(route, actor);
      const sent = Buffer.from(raw ?? (body === undefined ? '' : JSON.stringify(body)));
      const type = route.body === 'image' ? 'image/png' : 'application/json';
      const headers = [
        ...Object.entries(actor.credential).map(([name, value]) => `${name}: ${value}`),
        `content-type: ${type}`,
        `content-length: ${sent.length}`,
      ];
      await expectNothingStored(stand.stage, async () => {
        for (const id of ids) {
          const line = `${route.method} ${pathTo(route, 'live', id)}${queryOf(route)}`;
          const answer = await exchange(stand.stage.publicUrl, [bytesOf(line, { headers }), sent]);
          const { code } = problemIn(answer);
          const isEncoded = /%(?![0-9a-f]{2})|%(c3%28|ff|E0%80%AF)/i.test(id);
          expect(code, id.slice(0, 60)).toMatch(isEncoded ? /^invalid_body$/ : /_not_found$/);
          expect(answer.headers.has('set-cookie')).toBe(false);
        }
      });
    },
  );
});
