/** Rolling restart of every role under load: no request or page fails, no event is lost or comes twice. */
import { until } from '@svc/devnet';
import { expect, it } from 'vitest';
import { expectInOrder, expectNoRepeat, expectOnce, report } from '../rolling/ledger.ts';
import type { LoadSource } from '../rolling/load.ts';
import { newPerson } from './desk.ts';
import { expectWithinRequests, measure, reportUsage } from './memory.ts';
import { paceOf } from './pace.ts';
import type { ContainerStage } from './stage.ts';

const measuredMs = 20_000;
/** Behind the same balancer. */
const secondGateway = 'gateway#2';
/** Of the desk, over several services. */
const visited = ['/', '/jobs', '/book', '/prices', '/sessions'];

export function restarts(given: () => ContainerStage, load: () => LoadSource): void {
  it('a rolling restart of every role under load fails no request, and no page', {
    // Each start of a role takes minutes where other work leaves no processor time.
    timeout: 1_200_000,
  }, async () => {
    const stage = given();
    const person = await newPerson(stage, { email: 'booker@demo.example', tenant: 'ten_demo' });
    const rest = await measure(stage, measuredMs);
    const since = stage.receiver.deliveries.length;
    const perSecond = await paceOf(load());
    const running = load().start({ label: 'rolling', perSecond });
    const visits = person.startVisits(visited);
    await until(() => running.sent() >= 10 * perSecond, { timeoutMs: 60_000, what: 'some load' });
    const loaded = await measure(stage, measuredMs);
    reportUsage(stage, rest, loaded);
    expectWithinRequests(loaded);
    await stage.fleet.startRole(secondGateway);
    for (const role of [...stage.fleet.roles, secondGateway]) {
      const begun = running.sent();
      expect([role, await stage.fleet.replace(role)]).toEqual([role, 0]);
      process.stdout.write(`replaced ${role} within ${running.sent() - begun} requests\n`);
    }
    expectWithinRequests(await measure(stage, 1_000));
    expect([secondGateway, await stage.fleet.end(secondGateway, 'TERM')]).toEqual([
      secondGateway,
      0,
    ]);
    const result = await running.finish();
    report('rolling restart', result);
    expect(result.failures).toEqual({});
    expect(await visits.finish()).toEqual({});
    await expectOnce(stage, 'rolling', result.booked);
    await expectInOrder(stage, result.booked);
    expectNoRepeat(stage, since);
  });
}
