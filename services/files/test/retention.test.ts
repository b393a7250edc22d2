/** Retention of files: kept parts, times, and the rest after them. */
import { until } from '@svc/devnet';
import type { Storage } from '@svc/kit/storage';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeContentsTask, task } from '../src/define.ts';
import { claimContent } from '../src/store/files.ts';
import { claimOrders } from '../src/store/rows.ts';
import { removeFrom } from '../src/tasks/remove-contents.ts';
import { filesTest } from './app.ts';
import { failingAfter } from './failure-injection.ts';

const tenant_id = 'ten_a';
const dayMs = 24 * 60 * 60_000;

describe('the contents of a file', () => {
  /** Wraps the dependencies of the removal, so that it can fail. */
  let failing: <T extends object>(parts: T) => T = (parts) => parts;
  beforeEach(() => {
    failing = (parts) => parts;
  });
  let storage: Storage;
  const removal = task(removeContentsTask, ({ tenant_id, file_id }, own) => {
    const { transaction, ...rest } = own;
    const parts = {
      context: { ...rest, ...failing({ transaction }) },
      storage: failing(storage),
    };
    return removeFrom(parts, { tenant_id, id: file_id });
  });
  const app = filesTest({ clock: '2027-01-04T08:00:00Z', tasks: [removal] });
  const { clock } = app;
  beforeAll(() => {
    storage = app.files();
  });

  const put = (table: string, row: object) =>
    app.sql(
      `insert into files.${table} select * from json_populate_record(null::files.${table}, $1)`,
      [JSON.stringify(row)],
    );
  const key = (id: string) => `wholesale/${tenant_id}/${id}`;
  /** A file that was answered now, by e-mail, or is on its way still; with its job delivered. */
  const given = async (id: string, { rows = 3, step = 'answered' } = {}) => {
    const now = clock.now().toISOString();
    const answered_at = step === 'answered' ? now : null;
    const order = (row: number) => `${id}-${row}`;
    const common = { tenant_id, dc: 'jhb', file_id: id };
    await storage.put(key(id), Buffer.from(id), 'text/csv');
    await put('file', {
      ...{ ...common, id, name: `${id}.csv`, step, source: 'mail', sha256: id, size: 2 },
      ...{ received_at: now, answered_at, faults: [], attempts: 0, restarts: 0 },
    });
    await put('content', { ...common, sha256: id });
    const mailed = { message_id: `<${id}>`, content: '', sender: 'a@b.example' };
    await put('mail_attachment', { ...common, ...mailed });
    await app.sql(
      `insert into files.file_row (tenant_id, file_id, row, order_id, status, faults)
       select $1, $2, n, $2 || '-' || n, case n when 1 then 'booked' else 'refused' end, '[]'
         from generate_series(1, $3::int) n`,
      [tenant_id, id, rows],
    );
    const job = { job_id: `job_${id}`, order_id: order(1) };
    await put('booked_order', { ...common, ...job, ref: 'SVC-1' });
    const placed_at = answered_at;
    await put('pod_file', { ...common, ...job, name: 'POD.csv', attempts: 0, placed_at });
    return order(1);
  };
  /** Rows that are left of it, by table, and `bytes`. */
  const left = async (id: string): Promise<Record<string, number>> => {
    const tables = ['file_row', 'mail_attachment', 'content', 'booked_order'];
    const counts = tables.map(async (table) => {
      const sql = `select count(*)::int as n from files.${table} where file_id = $1`;
      return [table, (await app.sql(sql, [id]))[0]?.n ?? 0] as const;
    });
    const pods = await app.sql('select 1 from files.pod_file where job_id = $1', [`job_${id}`]);
    const bytes = (await storage.exists(key(id))) ? 1 : 0;
    return { ...Object.fromEntries(await Promise.all(counts)), pods: pods.length, bytes };
  };
  const removed = {
    file_row: 0,
    mail_attachment: 0,
    pods: 0,
    bytes: 0,
    content: 1,
    booked_order: 1,
  };
  const queued = async (): Promise<{ attempts: number; locked_at: Date | null }[]> =>
    app.sql('select attempts, locked_at from files_worker.jobs');
  const settled = (
    what: string,
    isSettled: (rows: Awaited<ReturnType<typeof queued>>) => boolean,
  ) => until(async () => isSettled(await queued()), { timeoutMs: 60_000, what });
  /** Resolves when every removal was tried. */
  const apply = async () => {
    await app.runSchedule('retain');
    await settled('each removal to be tried', (rows) =>
      rows.every(({ attempts, locked_at }) => attempts > 0 && !locked_at),
    );
  };
  const removeAll = async () => {
    await app.runSchedule('retain');
    await settled('the removals', (rows) => rows.length === 0);
  };
  const fetch = (id: string) => app.as('ten_operator').get({ id });
  const idOf = (n: number) => `wf_${String(n).padStart(26, '0')}`;

  it('count for the wholesaler until they are removed', async () => {
    const use = () => app.as(tenant_id).storageUse({});
    const before = await use();
    await given(idOf(91));
    const kept = { files: before.files + 1, bytes: before.bytes + 2 };
    expect(await use()).toEqual(kept);
    expect(await app.as('ten_other').storageUse({})).toEqual({ files: 0, bytes: 0 });
    await app.sql('update files.file set removed_at = $2 where id = $1', [idOf(91), clock.now()]);
    expect(await use()).toEqual(before);
  });

  it('are shown to the wholesaler that sent them alone', async () => {
    const own = idOf(90);
    await given(own);
    const rows = await app.sql('select tenant_id from files.file where id = $1', [own]);
    const sender = app.as(rows[0]?.tenant_id);
    expect(await sender.getOwn({ id: own })).toEqual(await fetch(own));
    expect((await sender.listOwn({})).data.map(({ id }) => id)).toContain(own);
    expect((await app.as('ten_other').listOwn({})).data).toEqual([]);
    await expect(app.as('ten_other').getOwn({ id: own })).rejects.toMatchObject({
      code: 'file_not_found',
    });
    await expect(app.as('ten_other').listOwn({ starting_after: own })).rejects.toMatchObject({
      issues: [{ code: 'unknown_cursor' }],
    });
  });

  it('stay for 90 days after the reply, and until there is one', async () => {
    const [answered, stuck] = [idOf(1), idOf(2)];
    await given(answered);
    await given(stuck, { step: 'answering' });
    const before = {
      file_row: 3,
      mail_attachment: 1,
      content: 1,
      booked_order: 1,
      pods: 1,
      bytes: 1,
    };
    clock.advanceMs(90 * dayMs);
    await removeAll();
    expect(await left(answered)).toEqual(before);
    expect(await fetch(answered)).toMatchObject({ contents_removed_at: null });
    clock.advanceMs(1);
    await removeAll();
    expect(await left(answered)).toEqual(removed);
    expect(await left(stuck)).toEqual(before);
  });

  it('leave their summary for the desk', async () => {
    const id = idOf(3);
    await given(id, { rows: 4_500 });
    const known = await fetch(id);
    expect(known.row_list.data).toHaveLength(100);
    clock.advanceMs(91 * dayMs);
    await removeAll();
    expect(await fetch(id)).toEqual({
      ...known,
      row_list: { data: [], has_more: false },
      contents_removed_at: clock.now().toISOString(),
    });
    expect(known.rows).toMatchObject({ total: 4_500, booked: 1, refused: 4_499 });
  });

  it('leave the order ids and digest that detect duplicates, after 400 days', async () => {
    const order_id = await given(idOf(4));
    clock.advanceMs(400 * dayMs);
    await removeAll();
    const again = { tenant_id, dc: 'jhb', id: idOf(5) };
    const booked = { row: 1, order_id, job_id: `job_${idOf(4)}`, ref: 'SVC-1' };
    const [owned] = await app.context().transaction(({ db }) => claimOrders(db, again, [booked]));
    expect(owned?.isOurs).toBe(false);
    const first = await app.context().transaction(({ db }) => claimContent(db, again, idOf(4)));
    expect(first).toBe(idOf(4));
  });

  it('are removed whole, whichever step their remover dies after', async () => {
    let step = 0;
    for (let isThrough = false; !isThrough; ) {
      step += 1;
      const id = idOf(100 + step);
      await given(id, { rows: 2_500 });
      clock.advanceMs(91 * dayMs);
      failing = failingAfter(step);
      await apply();
      isThrough = (await queued()).length === 0;
      expect(await fetch(id)).toMatchObject({ contents_removed_at: expect.any(String) });
      failing = (parts) => parts;
      clock.advanceMs(60_000);
      await removeAll();
      expect(await left(id), `step ${step}`).toEqual(removed);
    }
    // Bytes, two batches of rows, the e-mail; then a run that meets no fault.
    expect(step).toBe(5);
  });

  it('stay while the storage fails, and delay no other file', async () => {
    const [stuck, free] = [idOf(201), idOf(202)];
    await given(stuck);
    clock.advanceMs(1);
    await given(free);
    clock.advanceMs(91 * dayMs);
    const remove = async (wanted: string) => {
      if (wanted === key(stuck)) throw new Error('the storage is away');
      await storage.remove(wanted);
    };
    failing = (parts) => ('remove' in parts ? { ...parts, remove } : parts);
    await apply();
    expect(await left(stuck)).toMatchObject({ file_row: 3, bytes: 1 });
    expect(await left(free)).toEqual(removed);
    failing = (parts) => parts;
    clock.advanceMs(60_000);
    await removeAll();
    expect(await left(stuck)).toEqual(removed);
  });
});
