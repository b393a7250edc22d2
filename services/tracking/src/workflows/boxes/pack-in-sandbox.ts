import type { Envelope } from '@svc/contracts';
import type { TrackingWriteContext } from '../../define.ts';
import { packSandboxBox } from '../../domain/boxes/sandbox-boxes.ts';
import type { JobUpdate } from '../../domain/tracked-job.ts';
import { insertPackedBox } from '../../store/boxes/bindings.ts';

interface JobEvent {
  event: Envelope;
  update: JobUpdate;
  parcels: number;
}

/** Sandbox only: parcels that must be kept in a range are put into a box as they are collected. */
export async function packInSandbox(
  read: readonly JobEvent[],
  of: (event: Envelope) => TrackingWriteContext,
): Promise<void> {
  for (const { event, update, parcels } of read) {
    const { type, tenant_id, job_id, ref, temperature_class, at } = update;
    const { db, emit, config } = of(event);
    if (config.SVC_ENVIRONMENT === 'live') return;
    if (type !== 'pickup.completed' || temperature_class === null) continue;
    const { fact, ...packed } = packSandboxBox(update, parcels, at);
    await insertPackedBox(db, tenant_id, packed);
    emit('binding.changed', { job_id, ref }, { custody: fact }, { jobId: job_id });
  }
}
