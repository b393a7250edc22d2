import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSend, type Line } from '../../journeys/http.ts';
import { explains, problemIn } from '../problem.ts';
import { actionsOf, labelOf, rootLine } from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { type Case, casesOf, dead, environments } from './cases.ts';

/** Waits five seconds for the twin: asked of all endpoints at once. */
const isSlow = ({ code }: Case) => code === 'idempotency_in_progress';

describe.each(environments)('on the %s API', (environment) => {
  let stand: Stand;
  beforeAll(async () => {
    stand = await startStand(environment, { prism: true });
  });
  afterAll(() => stand.stop());
  const cases = casesOf(environment);

  const refuse = async ({ route, code, produce }: Case) => {
    if (!produce) throw new Error(`write down how ${code} comes about at ${labelOf(route)}`);
    const problem = problemIn(await produce(stand));
    expect(problem.code, problem.detail).toBe(code);
    return problem;
  };

  describe.each(actionsOf(environment).map((route) => [labelOf(route), route] as const))(
    '%s refuses',
    (_, route) => {
      const own = cases.filter((each) => each.route === route && !isSlow(each));
      it.each(own.map((each) => [each.code, each] as const))('%s', async (_code, each) => {
        const { type } = await refuse(each);
        expect(await explains(type), type).toBe(true);
      });
    },
  );

  it('every change refuses idempotency_in_progress while the first request runs', async () => {
    const problems = await Promise.all(cases.filter(isSlow).map(refuse));
    expect(problems.length).toBeGreaterThan(3);
  });

  it.each(dead(environment).map(({ route, code }) => [labelOf(route), code, route] as const))(
    '%s says %s of a link that leads nowhere',
    async (_, code, route) => {
      const answer = await createSend(stand.stage.publicUrl)(rootLine(route, environment));
      expect(problemIn(answer).code).toBe(code);
    },
  );

  it.each<Line>(['GET /', 'GET /nothing', 'POST /jobs/a/b/c', 'GET //jobs'])(
    '%s is not_found, with or without a credential',
    async (line) => {
      const { send } = await stand.actor();
      expect(problemIn(await send(line)).code).toBe('not_found');
      expect(problemIn(await send(line, { headers: { authorization: 'x' } })).code).toBe(
        'not_found',
      );
    },
  );

  // A conditional test would count as skipped.
  if (environment === 'live') {
    it('the token endpoint refuses payload_too_large', async () => {
      const raw = `grant_type=client_credentials&scope=${'x'.repeat(1_048_576)}`;
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await createSend(stand.stage.publicUrl)('POST /oauth/token', { raw, headers });
      expect(problemIn(answer).code).toBe('payload_too_large');
    });
  }

  it('method_not_allowed names the methods that there are', async () => {
    const { send } = await stand.actor();
    const answer = await send('DELETE /jobs');
    expect(problemIn(answer).code).toBe('method_not_allowed');
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
  });
});
