/** The witness of compose.yaml: its cosignature stands on the log's checkpoint. */
import { until } from '@svc/devnet';
import { docker } from '@svc/image/docker';
import { expect, it } from 'vitest';
import type { ContainerStage } from './stage.ts';

const name = 'witness.demo.example/w1';

export function witness(given: () => ContainerStage): void {
  it('a witness beside the log cosigns its checkpoint, and is healthy', async () => {
    const { fleet, publicUrl } = given();
    const container = await fleet.startWitness();
    const [, key = ''] = /^witness +(\S+)$/m.exec(await fleet.logOf('witness')) ?? [];
    expect(key.startsWith(`${name}+`)).toBe(true);
    fleet.set('SVC_LOG_WITNESSES', `${key} http://witness:4180`);
    expect(await fleet.replace('log')).toBe(0);
    const checkpoint = async () => (await fetch(`${publicUrl}/log/checkpoint`)).text();
    await until(async () => (await checkpoint()).includes(`\n— ${name} `), {
      timeoutMs: 120_000,
      everyMs: 500,
      what: 'the cosignature of the witness',
    });
    const inspect = ['inspect', '--format', '{{.State.Health.Status}}', container.getId()];
    await until(async () => (await docker(inspect)) === 'healthy', {
      timeoutMs: 60_000,
      everyMs: 500,
      what: 'the witness to be healthy',
    });
  });
}
