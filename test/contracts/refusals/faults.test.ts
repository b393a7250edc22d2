import { type GatewayRoute, routesOf } from '@svc/gateway';
import { buildGateway } from '@svc/gateway/app';
import { readGatewayConfig } from '@svc/gateway/config';
import { codesOf } from '@svc/gateway/docs/refusals';
import { createBroker } from '@svc/kit/broker';
import { createLogger } from '@svc/kit/log';
import type { Transport } from '@svc/kit/transport';
import { serviceNames } from '@svc/local/services';
import { environmentVariables } from '@svc/local/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSend } from '../../journeys/http.ts';
import { oneOfEachKind } from '../kinds.ts';
import { problemIn } from '../problem.ts';
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

/** A second gateway in front of the services of an environment. */
async function startGateway(
  { stage, clock }: Stand,
  { env, transport = stage.transport }: { env?: NodeJS.ProcessEnv; transport?: Transport },
) {
  const app = buildGateway({
    config: readGatewayConfig({ ...environmentVariables(stage.settings), ...env }),
    transport,
    clock,
    log: createLogger({ name: 'gateway', level: 'silent' }),
  });
  const publicUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  return { publicUrl, stop: () => app.close() };
}

/** Fewer than any test sends. */
const tight = { SVC_LIVE_LIMIT: '1', SVC_ANONYMOUS_LIMIT: '1' };
/** One more than a caller of the sandbox may send, and those of a page. */
const attemptsMax = 61;

describe.each(environments)('on the %s API', (environment) => {
  let stand: Stand;
  beforeAll(async () => {
    stand = await startStand(environment);
  });
  afterAll(() => stand.stop());
  const all = routesOf(environment);
  const sendAt = ({ publicUrl }: { publicUrl: string }, route: GatewayRoute, actor: Actor) => {
    const send = createSend(publicUrl, isGuarded(route) ? actor.credential : {});
    return send(rootLine(route, environment), requestFor(route, actor));
  };

  it('a caller beyond its limit is refused with rate_limited at an endpoint of each kind', async () => {
    const gateway = await startGateway(stand, { env: tight });
    const actor = await stand.actor();
    // A stream that opens does not end.
    const kinds = oneOfEachKind(
      all.filter((route) => route.kind === 'action' || !isGuarded(route)),
    );
    try {
      for (const [kind, route] of kinds) {
        let answer = await sendAt(gateway, route, actor);
        for (let sent = 1; answer.status !== 429 && sent < attemptsMax; sent += 1) {
          answer = await sendAt(gateway, route, actor);
        }
        expect(problemIn(answer).code, kind).toBe('rate_limited');
      }
    } finally {
      await gateway.stop();
    }
  });

  it('an endpoint returns unavailable while its services cannot be reached', async () => {
    // A bus on which nobody serves anything.
    const log = createLogger({ name: 'lonely', level: 'silent' });
    const transport = createBroker({ namespace: 'lonely', name: 'lonely', log });
    await transport.start();
    const gateway = await startGateway(stand, { transport });
    const actor = await stand.actor();
    try {
      const declaring = all.filter((route) => codesOf(route, environment).includes('unavailable'));
      const answers = declaring.map(async (route) => {
        return [labelOf(route), await sendAt(gateway, route, actor)] as const;
      });
      for (const [label, answer] of await Promise.all(answers)) {
        expect(problemIn(answer).code, label).toBe('unavailable');
      }
    } finally {
      await gateway.stop();
      await transport.stop(0);
    }
  });

  describe('an endpoint whose tables are gone', () => {
    // The sandbox counts its callers in accounts.
    const lost: readonly string[] = serviceNames.filter(
      (name) => environment === 'live' || name !== 'accounts',
    );
    const rename = async (from: (name: string) => string, to: (name: string) => string) => {
      const { owner } = stand.stage;
      for (const name of lost)
        await owner.query(`alter schema ${from(name)} rename to ${to(name)}`);
    };
    const own = (name: string) => name;
    const gone = (name: string) => `gone_${name}`;
    let actor: Actor;
    beforeAll(async () => {
      actor = await stand.actor();
      // The gateway knows the signing keys from now on.
      await actor.send('GET /quotes');
      await rename(own, gone);
    });
    afterAll(() => rename(gone, own));

    it('returns internal, and says nothing of why', async () => {
      const routes = actionsOf(environment).filter(({ service }) => lost.includes(service));
      for (const route of routes) {
        // An absent format is refused before anything is looked up.
        const line = route.body === 'forwarded' ? lineTo(route, 'traccar') : lineTo(route);
        const answer = await actor.send(line, requestFor(route, actor));
        expect(problemIn(answer).code, labelOf(route)).toBe('internal');
        expect(answer.text, labelOf(route)).not.toMatch(/relation|schema|gone|select/i);
      }
    });
  });
});
