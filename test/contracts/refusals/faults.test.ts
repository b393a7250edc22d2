import { type GatewayRoute, routesOf } from '@svc/gateway';
import { codesOf } from '@svc/gateway/docs/refusals';
import { createBroker } from '@svc/kit/broker';
import { createLogger } from '@svc/kit/log';
import { serviceNames } from '@svc/local/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createSend } from '../../journeys/http.ts';
import { type SecondGateway, startGateway } from '../gateway.ts';
import { explains, problemIn } from '../problem.ts';
import {
  type Actor,
  actionsOf,
  isGuarded,
  labelOf,
  lineTo,
  requestFor,
  rootLine,
} from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { environments } from './cases.ts';

/** Fewer than any test sends. */
const tight = { SVC_LIVE_LIMIT: '1', SVC_ANONYMOUS_LIMIT: '1' };
const attemptsMax = 61;

describe.each(environments)('on the %s API', (environment) => {
  let stand: Stand;
  let actor: Actor;
  beforeAll(async () => {
    stand = await startStand(environment);
    actor = await stand.actor();
  });
  afterAll(() => stand.stop());
  const all = routesOf(environment);
  /** Without a credential at what does not ask an action: a stream that opens does not end. */
  const sendAt = async (
    { publicUrl }: Pick<SecondGateway, 'publicUrl'>,
    route: GatewayRoute,
    credential = route.kind === 'local' ? {} : actor.credential,
  ) => {
    const send = createSend(publicUrl, credential);
    return send(rootLine(route, environment), requestFor(route, actor));
  };

  describe('rate_limited', () => {
    let gateway: SecondGateway;
    beforeAll(async () => {
      gateway = await startGateway(stand, { env: tight });
    });
    afterAll(() => gateway.stop());

    it.each(all.map((route) => [labelOf(route), route] as const))(
      'answers who asks too often at %s',
      async (_, route) => {
        let answer: Answer;
        let attempts = 0;
        do {
          answer = await sendAt(gateway, route);
          attempts += 1;
        } while (answer.status !== 429 && attempts < attemptsMax);
        const problem = problemIn(answer);
        expect(problem.code).toBe('rate_limited');
        expect(await explains(problem.type)).toBe(true);
      },
    );
  });

  describe('unavailable', () => {
    // A bus on which nobody serves anything.
    const log = createLogger({ name: 'lonely', level: 'silent' });
    const transport = createBroker({ namespace: 'lonely', name: 'lonely', log });
    let gateway: SecondGateway;
    beforeAll(async () => {
      await transport.start();
      gateway = await startGateway(stand, { transport });
    });
    afterAll(async () => {
      await gateway.stop();
      await transport.stop(0);
    });

    it('answers while the services cannot be reached, wherever that is declared', async () => {
      const declaring = all.filter((route) => codesOf(route, environment).includes('unavailable'));
      const answers = await Promise.all(
        declaring.map(async (route) => {
          const credential = isGuarded(route) ? actor.credential : {};
          return [labelOf(route), await sendAt(gateway, route, credential)] as const;
        }),
      );
      for (const [label, answer] of answers) {
        expect(problemIn(answer).code, label).toBe('unavailable');
      }
    });
  });
});

describe.each(environments)('on the %s API with its tables gone', (environment) => {
  let stand: Stand;
  let actor: Actor;
  beforeAll(async () => {
    stand = await startStand(environment);
    actor = await stand.actor();
    // The gateway knows the signing keys from now on.
    await actor.send('GET /quotes');
    for (const service of serviceNames.filter((name) => mayLose(name))) {
      await stand.stage.owner.query(`alter schema ${service} rename to gone_${service}`);
    }
    if (!mayLose('accounts')) {
      await stand.stage.owner.query('alter table accounts.request_log rename to gone');
    }
  });
  afterAll(() => stand.stop());
  // The sandbox counts its callers in accounts.
  const mayLose = (service: string) => environment === 'live' || service !== 'accounts';

  it.each(actionsOf(environment).map((route) => [labelOf(route), route] as const))(
    '%s is internal, and says nothing of why',
    async (_, route) => {
      const answer = await actor.send(lineTo(route), requestFor(route, actor));
      const problem = problemIn(answer);
      expect(problem.code).toBe('internal');
      expect(answer.text).not.toMatch(/relation|schema|gone|select/i);
    },
  );
});
