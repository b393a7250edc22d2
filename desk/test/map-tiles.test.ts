/** The archive of map tiles: who may read it, in which ranges, and what is refused at the start. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rangeOf } from '@svc/web/map/byte-range';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDeskConfig } from '../src/config.ts';
import {
  deskUnderTest,
  environment,
  openDesk,
  tokenOf,
  type UnderTest,
} from './desk-under-test.ts';
import { tileArchive } from './tile-archive.ts';

let dir: string;
let desk: UnderTest;
const archive = tileArchive({ attribution: 'Someone', tile: Buffer.from('a tile') });
const oldArchive = Buffer.concat([Buffer.from('PMTiles\x02'), archive.subarray(8)]);
const fileOf = async (name: string, content: string | Buffer): Promise<string> => {
  await writeFile(join(dir, name), content);
  return join(dir, name);
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tiles-'));
  const path = await fileOf('map.pmtiles', archive);
  desk = deskUnderTest({ env: { SVC_MAP_PMTILES: path, SVC_DESK_SESSION_LIMIT: '3' } });
});
afterAll(async () => {
  await desk.app.close();
  await rm(dir, { recursive: true });
});

const read = (headers: Record<string, string> = {}, token: string = tokenOf('dispatcher')) =>
  desk.app.inject({
    url: '/map/tiles.pmtiles',
    headers: { cookie: `__Host-session=${token}`, ...headers },
  });

describe('ranges of the archive', () => {
  it.each([
    ['bytes=0-126', 0, 127],
    ['bytes=4-126', 4, 127],
    ['bytes=7-16383', 7, archive.length],
  ])('%s are returned as a part, however often', async (range, begin, end) => {
    for (let n = 0; n < 4; n += 1) {
      const { statusCode, headers, rawPayload } = await read({ range });
      expect(statusCode).toBe(206);
      expect(headers).toMatchObject({
        'content-type': 'application/vnd.pmtiles',
        'content-range': `bytes ${begin}-${end - 1}/${archive.length}`,
        'content-length': String(end - begin),
        'accept-ranges': 'bytes',
      });
      expect(rawPayload).toEqual(archive.subarray(begin, end));
    }
  });

  it('behind the end of the file are 416', async () => {
    const { statusCode, headers } = await read({ range: `bytes=${archive.length}-` });
    expect(statusCode).toBe(416);
    expect(headers['content-range']).toBe(`bytes */${archive.length}`);
  });

  it('hold while the archive is the one that the browser knows', async () => {
    const { headers, statusCode, rawPayload } = await read();
    expect([statusCode, rawPayload]).toEqual([200, archive]);
    const same = await read({ range: 'bytes=0-6', 'if-range': String(headers.etag) });
    expect([same.statusCode, same.body]).toEqual([206, 'PMTiles']);
    const other = await read({ range: 'bytes=0-6', 'if-range': '"another"' });
    expect([other.statusCode, other.rawPayload]).toEqual([200, archive]);
  });

  it.each([
    ['bytes=-5', { first: 95, last: 99 }],
    ['bytes=-500', { first: 0, last: 99 }],
    ['bytes=90-', { first: 90, last: 99 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', undefined],
    ['bytes=0-1,4-5', undefined],
    ['bytes=-', undefined],
    ['rows=0-1', undefined],
    [undefined, undefined],
  ])('asked for as %s of a hundred bytes are %j', (value, range) => {
    expect(rangeOf(value, 100)).toEqual(range);
  });
});

describe('the archive', () => {
  it('is not read without a session, nor by other roles', async () => {
    expect((await desk.get('/map/tiles.pmtiles')).statusCode).toBe(401);
    expect((await read({}, tokenOf('admin'))).statusCode).toBe(403);
  });

  it('extends the policy of its page alone', async () => {
    const policyOf = async (path: string) => {
      const { headers } = await desk.get(path, tokenOf('desk_lead'));
      return String(headers['content-security-policy']);
    };
    expect(await policyOf('/desk/map')).toContain("worker-src 'self'");
    expect(await policyOf('/desk')).not.toContain('worker-src');
  });

  it('is nowhere without the setting, and the page as it was', async () => {
    const plain = openDesk();
    const { statusCode } = await plain.get('/map/tiles.pmtiles', tokenOf('dispatcher'));
    const { body, headers } = await plain.get('/desk/map', tokenOf('dispatcher'));
    expect(statusCode).toBe(404);
    expect(body).not.toContain('data-kind=');
    expect(headers['content-security-policy']).not.toContain('worker-src');
  });
});

describe('a file that is no archive of tiles', () => {
  it.each([
    ['is missing', async () => join(dir, 'none.pmtiles'), /SVC_MAP_PMTILES: .*no such file/],
    ['is a folder', async () => dir, /SVC_MAP_PMTILES: is not a file/],
    ['is of another kind', () => fileOf('other', 'x'.repeat(500)), /is not a PMTiles archive/],
    ['is of version 2', () => fileOf('old', oldArchive), /is not a PMTiles archive of version 3/],
    [
      'holds pictures',
      () =>
        fileOf(
          'png',
          Buffer.concat([archive.subarray(0, 99), Buffer.of(2), archive.subarray(100)]),
        ),
      /SVC_MAP_PMTILES: holds no vector tiles/,
    ],
  ])('and %s is refused at the start', async (_name, file, fault) => {
    const env = environment({ SVC_MAP_PMTILES: await file() });
    expect(() => readDeskConfig(env)).toThrow(fault);
  });
});
