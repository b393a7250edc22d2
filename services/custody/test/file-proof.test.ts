import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { custodyApp, fact, newJobId } from './app.ts';
import { filed, jpeg, png, uploaded } from './images.ts';

const app = custodyApp();
const carrier = { tenant: 'ten_carrier' };

async function bookedJob(driver_id: string | null = null): Promise<string> {
  const job_id = newJobId();
  await app.jobs().emitEvent({ job_id, driver_id, custody: fact('booked') });
  return job_id;
}
const upload = async (job_id: string, bytes = png) => ({
  job_id,
  kind: 'signature',
  storage_key: await uploaded(app, bytes),
  media_type: 'image/png',
});

describe('fileProof', () => {
  it.each([
    ['signature', png, 'image/png'],
    ['photo', jpeg, 'image/jpeg'],
  ] as const)('files a %s for a job of any tenant', async (kind, bytes, media_type) => {
    const job_id = await bookedJob();
    const file = await filed(app, job_id, { kind, bytes, media_type });
    expect(file).toEqual({
      object: 'file',
      id: expect.stringMatching(/^file_[0-9A-Z]{26}$/),
      kind,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      size: bytes.length,
    });
    const [row] = await app.rows('select * from custody.proof_file where id = $1', [file.id]);
    expect(row).toMatchObject({ tenant_id: 'ten_a', job_id, media_type });
    expect(await app.files().get(row.storage_key)).toEqual(bytes);
  });

  it('moves the bytes away from where they were uploaded', async () => {
    const input = await upload(await bookedJob());
    expect(await app.call('fileProof', input, carrier)).toHaveProperty('ok');
    expect(await app.files().exists(input.storage_key)).toBe(false);
  });

  it('takes the file of the courier whose driver has the job', async () => {
    const input = { ...(await upload(await bookedJob('drv_1'))), courier_id: 'drv_1' };
    expect(await app.call('fileProof', input, carrier)).toHaveProperty('ok');
  });

  it('repeated replays the first answer', async () => {
    const input = await upload(await bookedJob());
    const as = { ...carrier, request: 'file-proof', fingerprint: 'body' };
    const first = await app.call('fileProof', input, as);
    const second = { ...input, storage_key: await uploaded(app) };
    expect(await app.call('fileProof', second, as)).toEqual({ ...first, replayed: true });
    expect(
      await app.rows('select 1 from custody.proof_file where job_id = $1', [input.job_id]),
    ).toHaveLength(1);
  });
});

describe('fileProof refused', () => {
  it.each(['job_unknown', 'no id'])('job_not_found for %s', async (job_id) => {
    expect(await app.call('fileProof', await upload(job_id), carrier)).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });

  it.each([
    ['another driver', 'drv_1'],
    ['no driver', null],
  ])('job_not_found for a courier when the job has %s', async (_whose, driver) => {
    const input = { ...(await upload(await bookedJob(driver))), courier_id: 'drv_2' };
    expect(await app.call('fileProof', input, carrier)).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });

  it.each([
    ['another kind of image', jpeg],
    ['something else', new TextEncoder().encode('<svg onload="…">')],
    ['nothing', new Uint8Array()],
    ['a beginning cut short', png.slice(0, 7)],
  ])('invalid_file for %s, which is removed', async (_what, bytes) => {
    const input = await upload(await bookedJob(), bytes);
    expect(await app.call('fileProof', input, carrier)).toMatchObject({
      refused: { code: 'invalid_file' },
    });
    expect(await app.files().exists(input.storage_key)).toBe(false);
  });

  it('payload_too_large above 5 MiB', async () => {
    const limit = 5 * 1024 * 1024;
    const image = (size: number) => {
      const bytes = new Uint8Array(size);
      bytes.set(png);
      return bytes;
    };
    const job_id = await bookedJob();
    expect(await app.call('fileProof', await upload(job_id, image(limit)), carrier)).toHaveProperty(
      'ok',
    );
    expect(
      await app.call('fileProof', await upload(job_id, image(limit + 1)), carrier),
    ).toMatchObject({ refused: { code: 'payload_too_large' } });
  });
});

describe('fileProof with bad input', () => {
  it.each([
    ['an unknown kind', { kind: 'map' }],
    ['an unknown media type', { media_type: 'image/gif' }],
    ['no key', { storage_key: '' }],
  ])('is told so: %s', async (_what, change) => {
    const input = { ...(await upload(await bookedJob())), ...change };
    expect(await app.call('fileProof', input, carrier)).toEqual({ invalid: expect.anything() });
  });

  it('is a fault when nothing was uploaded', async () => {
    const input = { ...(await upload(await bookedJob())), storage_key: 'uploads/none' };
    expect(await app.call('fileProof', input, carrier)).toEqual({ fault: 'internal' });
  });
});

describe('storageUse', () => {
  const use = (tenant: string) => app.as(tenant).storageUse({});
  const insertFile = `
    insert into custody.proof_file (tenant_id, job_id, id, kind, media_type, storage_key, sha256,
                                    size, created_at)
    values ($1, $2, gen_random_uuid(), 'photo', 'image/png', '', '', $3, now())`;

  it('counts files and bytes as they come and go, each tenant its own', async () => {
    const job_id = newJobId();
    await app.jobs('ten_stored').emitEvent({ job_id, custody: fact('booked') });
    expect(await use('ten_stored')).toEqual({ files: 0, bytes: 0 });
    await filed(app, job_id);
    await filed(app, job_id, { kind: 'photo', bytes: jpeg, media_type: 'image/jpeg' });
    expect(await use('ten_stored')).toEqual({ files: 2, bytes: png.length + jpeg.length });
    expect(await use('ten_empty')).toEqual({ files: 0, bytes: 0 });
    await app.rows('delete from custody.proof_file where job_id = $1', [job_id]);
    expect(await use('ten_stored')).toEqual({ files: 0, bytes: 0 });
    expect(await app.rows(`select from custody.file_count where tenant_id = 'ten_stored'`)).toEqual(
      [],
    );
  });

  it('does not wait for another upload of the tenant that has not committed', async () => {
    const { write } = app.running().service('custody').runtime.pools;
    const insert = (db: Pick<typeof write, 'query'>, size: number) =>
      db.query(insertFile, ['ten_concurrent', newJobId(), size]);
    const counts = `select from custody.file_count where tenant_id = 'ten_concurrent'`;
    await insert(write, 1);
    const open = await write.connect();
    try {
      await open.query('begin');
      await insert(open, 20);
      await insert(write, 300);
      expect(await use('ten_concurrent')).toEqual({ files: 2, bytes: 301 });
      await open.query('commit');
    } finally {
      open.release(true);
    }
    expect(await use('ten_concurrent')).toEqual({ files: 3, bytes: 321 });
    expect(await app.rows(counts)).toHaveLength(2);
    await insert(write, 4_000);
    expect(await use('ten_concurrent')).toEqual({ files: 4, bytes: 4_321 });
    expect(await app.rows(counts)).toHaveLength(1);
  });
});
