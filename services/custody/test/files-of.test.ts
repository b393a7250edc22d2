import { describe, expect, it } from 'vitest';
import { custodyApp, fact, newJobId } from './app.ts';
import { filed } from './images.ts';

const app = custodyApp();

async function jobWithFiles() {
  const job_id = newJobId();
  await app.jobs().emitEvent({ job_id, custody: fact('booked') });
  return {
    job_id,
    signature: await filed(app, job_id),
    photo: await filed(app, job_id, { kind: 'photo' }),
  };
}

describe('filesOf', () => {
  it('tells the carrier which of the ids are files of the job', async () => {
    const { job_id, signature, photo } = await jobWithFiles();
    const other = await jobWithFiles();
    const call = (...file_ids: string[]) => app.as('ten_carrier').filesOf({ job_id, file_ids });
    expect(await call(signature.id, photo.id)).toEqual({ files: [signature, photo] });
    expect(await call(photo.id, signature.id)).toEqual({ files: [photo, signature] });
    expect(await call(photo.id, 'file_unknown', other.photo.id)).toEqual({ files: [photo] });
    expect(await call()).toEqual({ files: [] });
  });
});

describe('filesOf with bad input', () => {
  it('is told so', async () => {
    expect(await app.call('filesOf', { job_id: 'job_1' })).toEqual({ invalid: expect.anything() });
  });
});
