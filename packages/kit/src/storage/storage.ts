/**
 * Files: bytes under a key, on a disk or in an S3 bucket.
 *
 *     const files = createStorage('s3://proofs?region=af-south-1');
 *     await files.put('proof/job_1/a.png', bytes, 'image/png');
 *
 * Each method rejects with `StorageUnavailable` if the medium fails: a full disk, a bucket away.
 */
import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { folderOf, replaceFile } from './disk.ts';

export interface Storage {
  /** Atomic: if it fails, the previous object under the key stays. */
  put(key: string, bytes: Uint8Array, mediaType: string): Promise<void>;
  /** Rejects with `MissingFile` if the key does not exist. */
  get(key: string): Promise<Uint8Array>;
  /** Idempotent: resolves if the key does not exist. */
  remove(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
}

export class MissingFile extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`no file under ${key}`, options);
    this.name = 'MissingFile';
  }
}

/** The medium failed, maybe for a moment: the request gets 503 and may be retried. */
export class StorageUnavailable extends Error {
  constructor(options: ErrorOptions) {
    super('file storage is unavailable', options);
    this.name = 'StorageUnavailable';
  }
}

const opened = new Map<string, Storage>();

/**
 * `file:///folder`, `file:./folder` (from the working directory) or
 * `s3://bucket?region=…&endpoint=…`, with credentials where the AWS SDK looks for them. The same URL
 * is the same storage.
 */
export function createStorage(url: string): Storage {
  const known = opened.get(url);
  if (known) return known;
  const storage = url.startsWith('file:') ? onDisk(url) : over(inBucket(url));
  opened.set(url, storage);
  return storage;
}

const over = (disk: () => Promise<Disk>): Storage => ({
  put: (key, bytes, mediaType) =>
    onMedium(key, async () => (await disk()).put(key, bytes, { contentType: mediaType })),
  get: (key) =>
    onMedium(key, async () => {
      // Not `getBytes`: for an empty file on disk it returns 64 KiB of uninitialised memory.
      const stream = await (await disk()).getStream(key);
      const chunks: Uint8Array[] = await stream.toArray();
      return new Uint8Array(Buffer.concat(chunks));
    }),
  remove: (key) => onMedium(key, async () => (await disk()).delete(key)),
  exists: (key) => onMedium(key, async () => (await disk()).exists(key)),
});

async function onMedium<T>(key: string, work: () => Promise<T>): Promise<T> {
  checkKey(key);
  try {
    return await work();
  } catch (cause) {
    throw isMissing(cause) ? new MissingFile(key, { cause }) : new StorageUnavailable({ cause });
  }
}

const keyMax = 300;
/** Parts that neither begin nor end with a point; so a key means the same on every medium. */
const keyForm = /^\w(?:[\w.-]*[\w-])?(?:\/\w(?:[\w.-]*[\w-])?)*$/;

function checkKey(key: string): void {
  if (key.length > keyMax || !keyForm.test(key) || key.includes('..')) {
    throw new Error('not a storage key');
  }
}

/** Files and folders are the service account's alone. */
function onDisk(url: string): Storage {
  const folder = folderOf(url);
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  const storage = over(async () => disk);
  return {
    ...storage,
    // Written without the library, which takes no file mode, and writes in place.
    put: (key, bytes) => onMedium(key, () => replaceFile(join(folder, key), bytes)),
  };
}

function inBucket(url: string): () => Promise<Disk> {
  const { protocol, hostname: bucket, searchParams: options } = new URL(url);
  if (protocol !== 's3:' || !bucket) throw new Error('files lie under file: or s3:');
  const region = options.get('region') ?? 'us-east-1';
  const endpoint = options.get('endpoint');
  let disk: Promise<Disk> | undefined;
  const open = async () => {
    // The SDK is large and optional: imported only if a bucket is configured.
    const { S3Driver } = await import('flydrive/drivers/s3');
    const driver = new S3Driver({
      bucket,
      region,
      visibility: 'private',
      supportsACL: false,
      ...deadlines,
      // Other makers' servers know neither the bucket as a host name nor all checksums.
      ...(endpoint && { endpoint, forcePathStyle: true, requestChecksumCalculation }),
    });
    return new Disk(driver);
  };
  return () => {
    disk ??= open();
    return disk;
  };
}

const requestChecksumCalculation = 'WHEN_REQUIRED';
/** In sum below the deadline of a call; the SDK itself sets none. */
const deadlines = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
};

/** ENOENT on disk, 404 of S3; the driver wraps the cause. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === 'ENOENT') return true;
  return error.name === 'NoSuchKey' || isMissing(error.cause);
}
