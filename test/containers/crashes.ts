/** kill -9 of every role, and restarts of NATS and Postgres, under load: nothing is lost or doubled. */
import { until } from '@svc/devnet';
import { expect, it } from 'vitest';
import { expectOnce, report } from '../rolling/ledger.ts';
import type { LoadSource } from '../rolling/load.ts';
import type { ContainerStage } from './stage.ts';

const perSecond = 20;

export function crashes(given: () => ContainerStage, load: () => LoadSource): void {
  const during = async (label: string, happens: (stage: ContainerStage) => Promise<void>) => {
    const stage = given();
    const running = load().start({ label, perSecond, isPatient: true });
    const more = async () => {
      const begun = running.sent();
      const what = 'more requests';
      await until(() => running.sent() >= begun + 3 * perSecond, { timeoutMs: 60_000, what });
    };
    await more();
    await happens(stage);
    await more();
    const result = await running.finish();
    report(label, result);
    await expectOnce(stage, label, result.booked);
    expect(result.booked.length).toBeGreaterThan(perSecond);
  };

  it('kill -9 of every role, one after the other, loses and doubles nothing', () =>
    during('kill -9', async ({ fleet }) => {
      for (const role of fleet.roles) {
        await fleet.end(role, 'KILL');
        await fleet.startRole(role);
      }
    }));

  it('a restart of NATS loses and doubles nothing', () =>
    during('NATS restarted', async ({ fleet }) => {
      await fleet.end('nats', 'TERM');
      await fleet.startNats();
    }));

  it('a restart of Postgres loses and doubles nothing', () =>
    during('Postgres restarted', async ({ fleet }) => {
      await fleet.end('postgres', 'INT');
      await fleet.startPostgres();
    }));
}
