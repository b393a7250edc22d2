/** A file that is refused whole, and the event that it emits. */
import { startServices } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FilesWorkerContext, worker } from '../src/define.ts';
import { filesService } from '../src/service.ts';
import { insertFile } from '../src/store/files.ts';
import { refuseFile } from '../src/workflows/refuse-file.ts';

const file = { tenant_id: 'ten_a', id: 'wf_1', dc: 'jhb' };
const refused = {
  from: 'parsing',
  fault: { column: 'order_id', code: 'bad_header', message: 'the column is missing' },
} as const;

describe('a refused file', () => {
  let context: FilesWorkerContext;
  let app: Awaited<ReturnType<typeof startServices>>;
  beforeAll(async () => {
    const borrow = worker('borrow', (own) => {
      context = own;
      return { stop: async () => undefined };
    });
    app = await startServices([{ ...filesService, reactions: [], workers: [borrow] }]);
    await context.transaction(async ({ db, now }) => {
      const { tenant_id, id, dc } = file;
      const inserted = {
        id,
        dc,
        name: 'a.csv',
        step: 'parsing',
        source: 'sftp',
        stat: null,
      } as const;
      await insertFile(db, tenant_id, { ...inserted, now });
    });
  });
  afterAll(() => app?.stop());

  it('is an event without its name, once, in the transaction that stores the fault', async () => {
    const refusals = [
      await context.transaction((trx) => refuseFile(trx, file, refused)),
      // Another replica was as far, and late.
      await context.transaction((trx) => refuseFile(trx, file, refused)),
    ];
    expect(refusals).toEqual([true, false]);
    const { rows } = await app.owner.query(
      'select tenant_id, type, job_id, data from files.outbox order by id',
    );
    const data = { file_id: 'wf_1', dc: 'jhb', code: 'bad_header' };
    expect(rows).toEqual([{ tenant_id: 'ten_a', type: 'file.refused', job_id: '', data }]);
  });

  it('is none where the transaction fails', async () => {
    const failing = context.transaction(async (trx) => {
      await refuseFile(trx, file, { ...refused, from: 'answering' });
      throw new Error('the database went away');
    });
    await expect(failing).rejects.toThrow('the database went away');
    const { rows } = await app.owner.query('select count(*)::int as n from files.outbox');
    expect(rows).toEqual([{ n: 1 }]);
  });
});
