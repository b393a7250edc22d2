import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTarget } from '../endpoints/index.ts';
import { problemIn } from '../problem.ts';
import { environments } from '../refusals/cases.ts';
import { type Actor, actionsOf, labelOf, lineTo } from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';

const cursors = ['starting_after', 'ending_before', 'after_row'];
/** Well formed and nobody's, where it is no id. */
const absent: Record<string, string> = {
  after_row: '9999',
  'starting_after at GET /jobs/{id}/temperature': '1793606400000.1.TR-1',
  'starting_after at GET /ops/jobs/{id}/temperature': '1793606400000.1.TR-1',
};

// That a foreign cursor is answered as an absent one: access/tenants.test.ts.
describe.each(environments)('on the %s API', (environment) => {
  let stand: Stand;
  let actor: Actor;
  beforeAll(async () => {
    stand = await startStand(environment);
    actor = await stand.actor();
  });
  afterAll(() => stand.stop());

  const lists = actionsOf(environment).flatMap((route) =>
    cursors
      .filter((name) => name in route.query)
      .map((name) => [labelOf(route), name, route] as const),
  );

  it.each(lists)('%s refuses %s that names nothing', async (label, name, route) => {
    const target = await makeTarget(route.path, actor);
    const cursor =
      absent[`${name} at ${label}`] ?? absent[name] ?? 'job_00000000000000000000000000';
    const problem = problemIn(await actor.send(`${lineTo(route, target)}?${name}=${cursor}`));
    expect(problem.code).toBe('invalid_body');
    expect(problem.errors).toEqual([
      expect.objectContaining({ pointer: `/query/${name}`, code: 'unknown_cursor' }),
    ]);
    expect(problem.detail).not.toContain(cursor);
  });
});
