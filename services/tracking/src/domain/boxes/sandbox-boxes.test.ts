import type { TemperatureClass } from '@svc/contracts';
import { expect, it } from 'vitest';
import { clockAt } from '../../../test/readings.ts';
import { packSandboxBox } from './sandbox-boxes.ts';

const job = { tenant_id: 'ten_a', job_id: 'job_1', ref: 'SVC-1' };
const at = clockAt('09:00:00');

it.each<[TemperatureClass, string, string]>([
  ['ambient', 'SBX-TOTE-1', 'sandbox-probe-tote'],
  ['2-8C', 'SBX-COOL-1', 'sandbox-probe-cool_box'],
  ['frozen', 'SBX-COOL-1', 'sandbox-probe-cool_box'],
])('%s parcels of the sandbox lie in %s with its probe', (temperature_class, label, probe) => {
  const { asset, bindings, fact } = packSandboxBox({ ...job, temperature_class }, 3, at);
  expect(asset.identifier).toBe(label);
  expect(bindings).toMatchObject([
    { kind: 'probe', device_id: probe, asset_id: asset.id },
    { kind: 'parcels', job_id: 'job_1', job_tenant_id: 'ten_a', asset_id: asset.id, from_at: at },
  ]);
  expect(fact).toMatchObject({ type: 'bound', by: 'desk:sandbox' });
  expect(fact.details).toMatchObject({ identifier: label, probes: probe, parcels: 3 });
});
