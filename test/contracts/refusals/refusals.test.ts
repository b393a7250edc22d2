import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSend } from '../../journeys/http.ts';
import { problemIn } from '../problem.ts';
import { actionsOf, labelOf, rootLine } from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { barrierCases, type Case, casesOf, dead, environments } from './cases.ts';

/** Waits five seconds for the twin; receipts are the kit's in both environments. */
const isSlow = ({ code }: Case) => code === 'idempotency_in_progress';

describe.each(environments)('on the %s API', (environment) => {
  let stand: Stand;
  const barriers = barrierCases(environment);
  beforeAll(async () => {
    stand = await startStand(environment);
  });
  afterAll(() => stand.stop());

  const codeOf = async ({ route, code, produce }: Case): Promise<string> => {
    if (!produce) throw new Error(`write down how ${code} comes about at ${labelOf(route)}`);
    const answer = await produce(stand);
    if (answer.status < 400) return `${answer.status} instead of ${code}`;
    const problem = problemIn(answer);
    return problem.code === code ? code : `${problem.code} instead of ${code}: ${problem.detail}`;
  };

  const own = casesOf(environment).filter(({ isOwn }) => isOwn);
  const ofRoutes = actionsOf(environment)
    .map((route) => [labelOf(route), own.filter((each) => each.route === route)] as const)
    .filter(([, cases]) => cases.length > 0);
  it.each(ofRoutes)('%s refuses with each code that its action declares', async (_, cases) => {
    for (const each of cases) expect(await codeOf(each)).toBe(each.code);
  });

  it.each([...barriers])(
    'an endpoint for %s refuses with each code of its kind',
    async (_, cases) => {
      for (const each of cases.filter((one) => !isSlow(one))) {
        expect(await codeOf(each)).toBe(each.code);
      }
    },
  );

  // A conditional test would count as skipped.
  if (environment === 'live') {
    it('a change refuses idempotency_in_progress while its first request runs', async () => {
      const slow = [...barriers.values()].flat().filter(isSlow);
      const codes = await Promise.all(slow.map(codeOf));
      expect(codes.length).toBeGreaterThan(8);
      expect([...new Set(codes)]).toEqual(['idempotency_in_progress']);
    });
  }

  it('a page refuses a link that leads nowhere with its code', async () => {
    for (const { route, code } of dead(environment)) {
      const answer = await createSend(stand.stage.publicUrl)(rootLine(route, environment));
      expect(problemIn(answer).code, labelOf(route)).toBe(code);
    }
  });
});
