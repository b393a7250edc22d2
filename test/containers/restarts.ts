/** Rolling restart of every role under load: no request fails, no event is lost or told twice. */
import { webhooks } from '@svc/contracts';
import { until } from '@svc/devnet';
import { expect, it } from 'vitest';
import { resource } from '../journeys/http.ts';
import type { Tenant } from '../journeys/tenants.ts';
import { expectNoRepeat, expectOnce, report } from './ledger.ts';
import type { LoadSource } from './load.ts';
import { readMemory, reportMemory } from './memory.ts';
import type { ContainerStage } from './stage.ts';

const perSecond = 50;

/** The receiver gets all events of the tenant. */
export async function subscribe({ receiver }: ContainerStage, { send }: Tenant): Promise<void> {
  const body = { url: receiver.url, events: ['*'] };
  const answer = await send('POST /webhooks', { body, key: 'subscribe' });
  resource(answer, 201, webhooks.actions.create.output);
}

export function restarts(given: () => ContainerStage, load: () => LoadSource): void {
  it(`a rolling restart of every role at ${perSecond} requests a second fails none`, async () => {
    const stage = given();
    const rest = await readMemory(stage);
    const since = stage.receiver.deliveries.length;
    const running = load().start({ label: 'rolling', perSecond });
    await until(() => running.sent() >= 10 * perSecond, { timeoutMs: 60_000, what: 'some load' });
    for (const role of stage.fleet.roles) {
      const begun = running.sent();
      expect([role, await stage.fleet.replace(role)]).toEqual([role, 0]);
      process.stdout.write(`replaced ${role} within ${running.sent() - begun} requests\n`);
    }
    reportMemory(stage, rest, await readMemory(stage));
    const result = await running.finish();
    report('rolling restart', result);
    expect(result.failures).toEqual({});
    await expectOnce(stage, 'rolling', result.booked);
    expectNoRepeat(stage, since);
  });
}
