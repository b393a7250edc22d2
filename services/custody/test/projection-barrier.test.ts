import { expect, it } from 'vitest';
import { custodyApp, fact, newJobId } from './app.ts';
import { changeKnown } from './neighbours.ts';

const app = custodyApp();
const reads = [
  ['record', {}],
  ['certificate', {}],
  ['pod', {}],
  ['openProof', { part: 'document', reason: 'A parcel is missed' }],
  ['openProofForDesk', { part: 'document' }],
] as const;

it('a read of a delivered job waits two seconds for an event that does not come', async () => {
  const id = newJobId();
  await app.jobs().emitEvent({ job_id: id, custody: fact('booked') });
  changeKnown(id, { status: 'delivered', last_sequence: 2 });
  await Promise.all(
    reads.map(async ([action, input]) => {
      const startedMs = performance.now();
      await app.call(action, { id, ...input });
      expect(performance.now() - startedMs, action).toBeGreaterThan(1900);
    }),
  );
});
