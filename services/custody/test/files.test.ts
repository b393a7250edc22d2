import { createHash } from 'node:crypto';
import { pngOf } from '@svc/devnet/fuzz/images';
import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { custodyTest, newJobId, publicUrl } from './app.ts';
import { filed, jpeg, png, signed, uploaded } from './images.ts';

const app = custodyTest();
const carrier = { tenant: 'ten_carrier' };

const bookedJob = (driver_id: string | null = null) => app.booked({ driver_id });
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
    const [row] = await app.sql('select * from custody.proof_file where id = $1', [file.id]);
    expect(row).toMatchObject({ tenant_id: app.tenant, job_id, media_type });
    expect(await app.files().get(row.storage_key)).toEqual(bytes);
  });

  it('moves the bytes away from where they were uploaded', async () => {
    const input = await upload(await bookedJob());
    expect(await app.call('fileProof', input, carrier)).toHaveProperty('ok');
    expect(await app.files().exists(input.storage_key)).toBe(false);
  });

  it('accepts the file of the courier whose driver has the job', async () => {
    const input = { ...(await upload(await bookedJob('drv_1'))), courier_id: 'drv_1' };
    expect(await app.call('fileProof', input, carrier)).toHaveProperty('ok');
  });

  it('returns the first reply to a repeated request and files once', async () => {
    const input = await upload(await bookedJob());
    const as = { ...carrier, request: 'file-proof' };
    const first = await app.call('fileProof', input, as);
    const second = { ...input, storage_key: await uploaded(app) };
    expect(await app.call('fileProof', second, as)).toEqual({ ...first, replayed: true });
    expect(
      await app.sql('select 1 from custody.proof_file where job_id = $1', [input.job_id]),
    ).toHaveLength(1);
  });
});

it.each([
  ['another driver', 'drv_1'],
  ['no driver', null],
])('refuses a courier with job_not_found when the job has %s', async (_whose, driver) => {
  const input = { ...(await upload(await bookedJob(driver))), courier_id: 'drv_2' };
  expect(await app.call('fileProof', input, carrier)).toEqual(refused('job_not_found'));
});

it.each([
  ['another kind of image', jpeg],
  ['something else', new TextEncoder().encode('<svg onload="…">')],
  ['nothing', new Uint8Array()],
  ['a beginning cut short', png.slice(0, 7)],
])('refuses %s with invalid_file and removes it', async (_what, bytes) => {
  const input = await upload(await bookedJob(), bytes);
  expect(await app.call('fileProof', input, carrier)).toEqual(refused('invalid_file'));
  expect(await app.files().exists(input.storage_key)).toBe(false);
});

it('refuses more than 5 MiB with payload_too_large', async () => {
  const limit = 5 * 1024 * 1024;
  const image = (size: number) => pngOf('x'.repeat(size - pngOf('x').length + 1));
  const job_id = await bookedJob();
  expect(await app.call('fileProof', await upload(job_id, image(limit)), carrier)).toHaveProperty(
    'ok',
  );
  expect(await app.call('fileProof', await upload(job_id, image(limit + 1)), carrier)).toEqual(
    refused('payload_too_large'),
  );
});

it('fails with an internal fault when nothing was uploaded', async () => {
  const input = { ...(await upload(await bookedJob())), storage_key: 'uploads/none' };
  expect(await app.call('fileProof', input, carrier)).toEqual({ fault: 'internal' });
});

describe('storageUse', () => {
  const use = (tenant: string) => app.as(tenant).storageUse({});
  const insertFile = `
    insert into custody.proof_file (tenant_id, job_id, id, kind, media_type, storage_key, sha256,
                                    size, created_at)
    values ($1, $2, gen_random_uuid(), 'photo', 'image/png', '', '', $3, now())`;

  it('counts files and bytes of each tenant as they come and go', async () => {
    const job_id = await app.booked();
    expect(await use(app.tenant)).toEqual({ files: 0, bytes: 0 });
    await filed(app, job_id);
    await filed(app, job_id, { kind: 'photo', bytes: jpeg, media_type: 'image/jpeg' });
    expect(await use(app.tenant)).toEqual({ files: 2, bytes: png.length + jpeg.length });
    expect(await use('ten_empty')).toEqual({ files: 0, bytes: 0 });
    await app.sql('delete from custody.proof_file where job_id = $1', [job_id]);
    expect(await use(app.tenant)).toEqual({ files: 0, bytes: 0 });
    expect(
      await app.sql('select from custody.file_count where tenant_id = $1', [app.tenant]),
    ).toEqual([]);
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
    expect(await app.sql(counts)).toHaveLength(2);
    await insert(write, 4_000);
    expect(await use('ten_concurrent')).toEqual({ files: 4, bytes: 4_321 });
    expect(await app.sql(counts)).toHaveLength(1);
  });
});

const minuteMs = 60_000;

/** A link to the signature of a new delivery, less the address it stands in. */
async function newLink() {
  const job_id = await signed(app);
  const { signature_url } = await app.as().pod({ id: job_id });
  return { job_id, link: (signature_url ?? '').slice(`${publicUrl}/files/proof/`.length) };
}
const open = (link: string) => app.call('fileByLink', { link }, { tenant: '' });
const notFound = refused('file_not_found');

it('fileByLink opens the file to every holder of the link for 15 minutes', async () => {
  const { link } = await newLink();
  const { storage_key, media_type } = await app.as('').fileByLink({ link });
  expect(media_type).toBe('image/png');
  expect(await app.files().get(storage_key)).toEqual(png);
  app.clock.advanceMs(15 * minuteMs - 1);
  expect(await open(link)).toHaveProperty('ok');
  app.clock.advanceMs(1);
  expect(await open(link)).toEqual(notFound);
});

it('longLinks open the file for 90 days', async () => {
  const { job_id } = await newLink();
  const { signature_url, photo_url } = await app.as().longLinks({ id: job_id });
  expect(photo_url).toBeNull();
  const link = (signature_url ?? '').slice(`${publicUrl}/files/proof/`.length);
  app.clock.advanceMs(90 * 24 * 60 * minuteMs - 1);
  expect(await open(link)).toHaveProperty('ok');
  app.clock.advanceMs(1);
  expect(await open(link)).toEqual(notFound);
});

it('a revoked link is refused, while new ones open', async () => {
  const { link, job_id } = await newLink();
  const other = await newLink();
  await app.as().revokeLinks({ id: job_id });
  expect(await open(link)).toEqual(notFound);
  expect(await open(other.link)).toHaveProperty('ok');
  const { signature_url } = await app.as().pod({ id: job_id });
  expect(await open((signature_url ?? '').split('/proof/')[1] ?? '')).toHaveProperty('ok');
});

it('a link that was altered is refused', async () => {
  const { link } = await newLink();
  const other = await newLink();
  const [file, expires, signature = ''] = link.split('.');
  const forged = [
    `${file}.${Number(expires) + 60}.${signature}`,
    `${other.link.split('.')[0]}.${expires}.${signature}`,
    `${file}.${expires}.${signature.replace(/^./, (c) => (c === '0' ? '1' : '0'))}`,
    `${file}.${expires}.`,
    `${file}.${expires}`,
    link.toUpperCase(),
    '',
    '../../etc/passwd',
  ];
  for (const each of forged) expect(await open(each), each).toEqual(notFound);
});

it('the link of an erased file is refused', async () => {
  const { link, job_id } = await newLink();
  await app.as().eraseProof({ id: job_id });
  expect(await open(link)).toEqual(notFound);
});

it('photoLinks returns links for the photos among the ids, and nothing else', async () => {
  const job_id = await app.booked();
  const signature = await filed(app, job_id);
  const photo = await filed(app, job_id, { kind: 'photo' });
  const call = (...file_ids: string[]) => app.as('ten_carrier').photoLinks({ file_ids });
  const { links } = await call(photo.id, signature.id, 'file_unknown');
  expect(links).toMatchObject([{ file_id: photo.id }]);
  const link = new URL(links[0]?.url ?? '').pathname.split('/').at(-1) ?? '';
  const found = await app.as('ten_carrier').fileByLink({ link });
  expect(found).toMatchObject({ storage_key: expect.stringContaining(photo.sha256) });
  expect(await call()).toEqual({ links: [] });
});

async function jobWithFiles() {
  const job_id = await app.booked();
  return {
    job_id,
    signature: await filed(app, job_id),
    photo: await filed(app, job_id, { kind: 'photo' }),
  };
}

it('filesOf returns to the carrier those of the ids that are files of the job', async () => {
  const { job_id, signature, photo } = await jobWithFiles();
  const other = await jobWithFiles();
  const call = (...file_ids: string[]) => app.as('ten_carrier').filesOf({ job_id, file_ids });
  expect(await call(signature.id, photo.id)).toEqual({ files: [signature, photo] });
  expect(await call(photo.id, signature.id)).toEqual({ files: [photo, signature] });
  expect(await call(photo.id, 'file_unknown', other.photo.id)).toEqual({ files: [photo] });
  expect(await call()).toEqual({ files: [] });
});
