/** What is kept of files, for how long, and what is left then. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heldClock } from '@svc/kit/clock';
import { createStorage, type Storage } from '@svc/kit/storage';
import { startServices } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExchangeContext, worker } from '../src/define.ts';
import { removeNext } from '../src/removing.ts';
import { filesService } from '../src/service.ts';
import { firstWithContent } from '../src/store/files.ts';
import { ownOrders } from '../src/store/rows.ts';
import { dyingAfter } from './dying.ts';

const tenant_id = 'ten_a';
const dayMs = 24 * 60 * 60_000;
const clock = heldClock('2027-01-04T08:00:00Z');

describe('the contents of a file', () => {
  let dir: string;
  let context: ExchangeContext;
  let app: Awaited<ReturnType<typeof startServices<typeof filesService>>>;
  let storage: Storage;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'retention-'));
    storage = createStorage(`file:${dir}`);
    const borrow = worker('borrow', (own) => {
      context = own;
      return { stop: async () => undefined };
    });
    const alone = { ...filesService, reactions: [], workers: [borrow] };
    app = await startServices([alone], { clock });
  });
  afterAll(async () => {
    await app?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  const put = (table: string, row: object) =>
    app.owner.query(
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
      ...{ received_at: now, answered_at, faults: [], attempts: 0 },
    });
    await put('content', { ...common, sha256: id });
    const mailed = { message_id: `<${id}>`, content: '', sender: 'a@b.example' };
    await put('mailed_file', { ...common, ...mailed });
    await app.owner.query(
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
  /** How much there is of it, by table; `bytes` among them. */
  const left = async (id: string): Promise<Record<string, number>> => {
    const tables = ['file_row', 'mailed_file', 'content', 'booked_order'];
    const counts = tables.map(async (table) => {
      const sql = `select count(*)::int as n from files.${table} where file_id = $1`;
      return [table, (await app.owner.query<{ n: number }>(sql, [id])).rows[0]?.n ?? 0] as const;
    });
    const pods = await app.owner.query('select 1 from files.pod_file where job_id = $1', [
      `job_${id}`,
    ]);
    const bytes = (await storage.exists(key(id))) ? 1 : 0;
    return { ...Object.fromEntries(await Promise.all(counts)), pods: pods.rows.length, bytes };
  };
  const gone = { file_row: 0, mailed_file: 0, pods: 0, bytes: 0, content: 1, booked_order: 1 };
  const removeAll = async (failing: <T extends object>(parts: T) => T = (parts) => parts) => {
    const { transaction, ...rest } = context;
    const parts = { context: { ...rest, ...failing({ transaction }) }, storage: failing(storage) };
    while (await removeNext(parts));
  };
  const fetch = (id: string) => app.clients('ten_operator').files.get({ id });
  const idOf = (n: number) => `wf_${String(n).padStart(26, '0')}`;

  it('stay for 90 days after the answer, and until there is one', async () => {
    const [answered, stuck] = [idOf(1), idOf(2)];
    await given(answered);
    await given(stuck, { step: 'answering' });
    const before = { file_row: 3, mailed_file: 1, content: 1, booked_order: 1, pods: 1, bytes: 1 };
    clock.advanceMs(90 * dayMs);
    await removeAll();
    expect(await left(answered)).toEqual(before);
    expect(await fetch(answered)).toMatchObject({ contents_removed_at: null });
    clock.advanceMs(1);
    await removeAll();
    expect(await left(answered)).toEqual(gone);
    expect(await left(stuck)).toEqual(before);
  });

  it('leave behind what became of them, for the desk', async () => {
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

  it('leave behind what keeps an order from being taken for a new one, and bytes too', async () => {
    const order_id = await given(idOf(4));
    clock.advanceMs(400 * dayMs);
    await removeAll();
    const again = { tenant_id, dc: 'jhb', id: idOf(5) };
    const booked = { row: 1, order_id, job_id: `job_${idOf(4)}`, ref: 'SVC-1' };
    const [owned] = await context.transaction(({ db }) => ownOrders(db, again, [booked]));
    expect(owned?.isOurs).toBe(false);
    const first = await context.transaction(({ db }) => firstWithContent(db, again, idOf(4)));
    expect(first).toBe(idOf(4));
  });

  it('go whole, whichever step their remover dies after; nobody is sent to what is gone', async () => {
    let step = 0;
    for (let isThrough = false; !isThrough; ) {
      step += 1;
      const id = idOf(100 + step);
      await given(id, { rows: 2_500 });
      clock.advanceMs(91 * dayMs);
      isThrough = await removeAll(dyingAfter(step)).then(
        () => true,
        () => false,
      );
      const { contents_removed_at } = await fetch(id);
      if (!contents_removed_at) expect(await left(id)).toMatchObject({ file_row: 2_500, bytes: 1 });
      // What the dead had claimed is left to others after some minutes.
      clock.advanceMs(10 * 60_000);
      await removeAll();
      expect(await left(id), `step ${step}`).toEqual(gone);
    }
    // Mark, claim, bytes, two batches of rows, the end, proofs; then a look that finds nothing.
    expect(step).toBeGreaterThan(7);
  }, 60_000);

  it('wait for a storage that fails, and keep no other file waiting', async () => {
    const [stuck, free] = [idOf(201), idOf(202)];
    await given(stuck);
    clock.advanceMs(1);
    await given(free);
    clock.advanceMs(91 * dayMs);
    const remove = async (wanted: string) => {
      if (wanted === key(stuck)) throw new Error('the storage is away');
      await storage.remove(wanted);
    };
    while (await removeNext({ context, storage: { ...storage, remove } }));
    expect(await left(stuck)).toMatchObject({ file_row: 3, bytes: 1 });
    expect(await left(free)).toEqual(gone);
    clock.advanceMs(10 * 60_000);
    await removeAll();
    expect(await left(stuck)).toEqual(gone);
  });
});
