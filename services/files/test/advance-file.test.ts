/** A file that is read again while its first reading is still being worked off. */
import { startServices } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FilesWorkerContext, worker } from '../src/define.ts';
import { filesService } from '../src/service.ts';
import { advanceFile, claimFile, insertFile, restartReading } from '../src/store/files.ts';

const [tenant_id, id] = ['ten_a', 'wf_1'];

describe('a step of a file', () => {
  let context: FilesWorkerContext;
  let app: Awaited<ReturnType<typeof startServices>>;
  beforeAll(async () => {
    const borrow = worker('borrow', (own) => {
      context = own;
      return { stop: async () => undefined };
    });
    app = await startServices([{ ...filesService, reactions: [], workers: [borrow] }]);
  });
  afterAll(() => app?.stop());

  it('ends with the reading that it began with: the answer to an earlier one is none', async () => {
    const answered = await context.transaction(async ({ db, now }) => {
      const read = (stat: string) =>
        advanceFile(
          db,
          { tenant_id, id },
          { from: 'reading', to: 'answering', now, more: { stat } },
        );
      const file = { id, dc: 'jhb', name: 'a.csv', stat: null };
      await insertFile(db, tenant_id, { ...file, step: 'reading', source: 'sftp', now });
      await read('file 1 1');
      const claimed = await claimFile(db, { now, until: new Date(now.getTime() + 1_000) });
      if (!claimed) throw new Error('nothing was due');
      await restartReading(db, tenant_id, { id, now });
      await read('file 2 2');
      const end = { from: 'answering', to: 'answered', now } as const;
      return [
        await advanceFile(db, claimed, end),
        await advanceFile(db, { ...claimed, stat: 'file 2 2' }, end),
      ];
    });
    expect(answered).toEqual([false, true]);
  });
});
