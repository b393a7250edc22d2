import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canMount, startSmallDisk } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sharedSettings } from '../src/settings/settings.ts';
import { createStorage, MissingFile, StorageUnavailable } from '../src/storage/storage.ts';
import { type Bucket, startBucket } from './bucket.ts';

const filesUrl = sharedSettings.shape.SVC_FILES_URL;

let folder: string;
let bucket: Bucket;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
  bucket = await startBucket();
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key-of-the-test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await bucket?.close();
  await rm(folder, { recursive: true, force: true });
});

const inBucket = () =>
  createStorage(`s3://proofs?region=af-south-1&endpoint=${encodeURIComponent(bucket.endpoint)}`);
const onDisk = () => createStorage(pathToFileURL(folder).href);

describe.each([
  ['on a disk', onDisk],
  ['in a bucket', inBucket],
])('a storage %s', (_where, open) => {
  it.each([
    ['nothing', new Uint8Array()],
    ['every byte', Uint8Array.from({ length: 256 }, (_, n) => n)],
    ['a megabyte', new Uint8Array(1024 * 1024).fill(7)],
  ])('returns %s as it was put', async (_what, bytes) => {
    const key = `a/b-${bytes.length}.png`;
    await open().put(key, bytes, 'image/png');
    expect(await open().get(key)).toEqual(bytes);
    expect(await open().exists(key)).toBe(true);
  });

  it('replaces a file, removes it, also twice, and reports that it is missing', async () => {
    const storage = open();
    await storage.put('twice', Uint8Array.of(1, 2, 3), 'image/png');
    await storage.put('twice', Uint8Array.of(4), 'image/png');
    expect(await storage.get('twice')).toEqual(Uint8Array.of(4));
    await storage.remove('twice');
    await storage.remove('twice');
    expect(await storage.exists('twice')).toBe(false);
    await expect(storage.get('twice')).rejects.toBeInstanceOf(MissingFile);
  });

  const keys = '/etc/passwd ../up a/../b a//b a/ .hidden a/.hidden a. a..b a\\b é a?b a%2fb';
  it.each(['', 'a b', 'a\u0000', 'x'.repeat(301), ...keys.split(' ')])(
    'refuses a file under the key %j',
    async (key) => {
      const storage = open();
      const calls = [storage.get(key), storage.remove(key), storage.exists(key)];
      for (const call of [...calls, storage.put(key, Uint8Array.of(1), 'image/png')]) {
        await expect(call).rejects.toMatchObject({ message: 'not a storage key' });
      }
    },
  );
});

const mayMount = await canMount();

describe.skipIf(!mayMount)('a full disk', () => {
  it('rejects a file, keeps the others, and accepts it when there is space', async () => {
    const disk = await startSmallDisk(join(folder, 'small'), 1024 * 1024);
    try {
      const storage = createStorage(pathToFileURL(join(disk.dir, 'files')).href);
      const before = Uint8Array.of(1, 2, 3);
      const large = new Uint8Array(300_000).fill(7);
      await storage.put('a/old', before, 'image/png');
      await disk.fill();
      for (const key of ['a/old', 'a/new']) {
        const refused = storage.put(key, large, 'image/png');
        await expect(refused).rejects.toBeInstanceOf(StorageUnavailable);
      }
      expect(await storage.get('a/old')).toEqual(before);
      expect(await storage.exists('a/new')).toBe(false);
      expect(await readdir(join(disk.dir, 'files/a'))).toEqual(['old']);
      await disk.drain();
      await storage.put('a/new', large, 'image/png');
      expect(await storage.get('a/new')).toEqual(large);
      await disk.fill();
      await storage.remove('a/new');
      expect(await storage.exists('a/new')).toBe(false);
    } finally {
      await disk.remove();
    }
  });
});

it('an unreachable bucket is unavailable, and not empty', async () => {
  const away = createStorage('s3://proofs?endpoint=http%3A%2F%2F127.0.0.1%3A1');
  const unavailable = expect.any(StorageUnavailable);
  await expect(away.get('any')).rejects.toEqual(unavailable);
  await expect(away.put('any', Uint8Array.of(1), 'image/png')).rejects.toEqual(unavailable);
});

it('a bucket is addressed in its region, with credentials and media type', async () => {
  await inBucket().put('typed', Uint8Array.of(1), 'image/jpeg');
  expect(bucket.objects.get('/proofs/typed')).toMatchObject({ type: 'image/jpeg' });
  for (const signer of bucket.signers) {
    expect(signer).toMatch(/^key-of-the-test\/\d{8}\/af-south-1\/s3\/aws4_request$/);
  }
});

it('a folder may be relative, and is hidden from other users of the machine', async () => {
  const path = relative(process.cwd(), join(folder, 'sub/files'));
  await createStorage(`file:${path}`).put('private/b.png', new Uint8Array(3), 'image/png');
  const modeOf = async (file: string) => (await stat(join(folder, file))).mode & 0o777;
  expect(await modeOf('sub/files/private/b.png')).toBe(0o600);
  expect(await modeOf('sub/files/private')).toBe(0o700);
  expect(onDisk()).toBe(onDisk());
  expect(filesUrl.parse(undefined)).toBe('file:./.svc/files');
});

it.each(['https://files.example', 's3:', 'memory:', ''])('a storage has no address %j', (url) => {
  expect(() => createStorage(url)).toThrow();
  if (url) expect(filesUrl.safeParse(url).success).toBe(false);
});
