import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { good, key, trust } from './bundles.ts';
import { log, loggedBundle, policyText } from './test-log.ts';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const vector = (name: string) => pathOf(`../../vectors/${name}.json`);
const thumbprint = 'eCNrffzNZ6V79_2YK5pnXHhe1der5kqD5MjxlYC3BPs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'));
  for (const { name, bundle } of JSON.parse(await readFile(vector('bundles'), 'utf8'))) {
    await writeFile(join(folder, `${name}.json`), JSON.stringify(bundle));
  }
  await writeFile(join(folder, 'broken.json'), '{');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const verify = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    execFile(process.execPath, [pathOf('../../src/verify/cli.ts'), ...args], (error, out, err) => {
      done({ code: error ? Number(error.code) : 0, out, err });
    });
  });
const bundle = (name: string) => join(folder, `${name}.json`);
const keys = ['--jwks', vector('keys')];

describe('verify with a policy', () => {
  it('proves a bundle to be logged, and names the line of a broken policy', async () => {
    const logged = await loggedBundle(good, key, log);
    const write = (name: string, text: string) => writeFile(join(folder, name), text);
    await write('logged.json', JSON.stringify(logged));
    await write('carrier.json', JSON.stringify(trust.jwks));
    await write('policy', policyText(log));
    await write('broken-policy', 'log a+b+c');
    const trusted = ['--jwks', join(folder, 'carrier.json'), '--policy'];
    const { code, out } = await verify(bundle('logged'), ...trusted, join(folder, 'policy'));
    expect(code).toBe(0);
    expect(out).toContain(
      'log          proved: chain, certificate and key are in a log that you trust',
    );
    const broken = await verify(bundle('logged'), ...trusted, join(folder, 'broken-policy'));
    expect(broken.code).toBe(3);
    expect(broken.err).toContain('line 1 of the policy');
  });
});

describe('verify', () => {
  it('names the devices of both couriers where parcels changed hands', async () => {
    const own = 'Xp-v1mtTS6Ss9YuXsem2yIlJwJzyLMj3apwP3FpzyPc';
    const { code, out } = await verify(vector('transfer'), '--thumbprint', own);
    expect(code).toBe(0);
    const signed = [...out.matchAll(/(\w+): captured and signed by device cdv_\w{18}(\w)/g)];
    expect(signed.map(([, type, device]) => [type, device])).toEqual([
      ...[
        ['collected', 'F'],
        ['scanned', 'F'],
        ['scanned', 'G'],
        ['delivered', 'G'],
      ],
    ]);
  });

  it.each([
    ['everything is verified', 'valid', keys, 0, /^VERIFIED[\s\S]*SVC-0123ABCD/],
    ['the thumbprint is that of the key', 'valid', ['--thumbprint', thumbprint], 0, /^VERIFIED/],
    ['the signer is not known', 'valid', [], 2, RegExp(`^SIGNER UNVERIFIED[\\s\\S]*${thumbprint}`)],
    ['nobody has signed yet', 'not-delivered', keys, 2, /There is no certificate yet/],
    [
      'an event was edited',
      'event-edited',
      keys,
      1,
      /^NOT VERIFIED[\s\S]*Event 4 \(departed\): its hash/,
    ],
    ['events were cut off', 'truncated', keys, 1, /^NOT VERIFIED[\s\S]*events were cut off/],
    ['it is forged', 'forged', keys, 1, /^NOT VERIFIED[\s\S]*the signature does not fit/],
  ])('says so, and ends with its code, when %s', async (_what, name, options, code, said) => {
    const ended = await verify(bundle(name), ...options);
    expect(ended).toMatchObject({ code, out: expect.stringMatching(said) });
  });

  it('tells a wrong thumbprint, another file and a tampered bundle apart', async () => {
    const wrong = await verify(bundle('valid'), '--thumbprint', 'another');
    expect(wrong).toMatchObject({ code: 6, out: expect.stringMatching(/^OTHER SIGNER/) });
    expect(wrong.out).toContain(`signature ok`);
    expect(wrong.out).toContain(thumbprint);
    for (const [file, why] of [
      [bundle('broken'), 'This is no custody bundle: it is not JSON.'],
      [pathOf('../../README.md'), 'it is not JSON'],
      [vector('keys'), 'it holds keys, which --jwks takes'],
      [pathOf('../../package.json'), 'its format is not svc.custody.bundle.v1'],
    ] as const) {
      const { code, out } = await verify(file, ...keys);
      expect(code).toBe(5);
      expect(out).toMatch(/^NOT A BUNDLE/);
      expect(out).toContain(why);
    }
    const tampered = await verify(bundle('event-edited'), '--thumbprint', thumbprint);
    expect(tampered).toMatchObject({ code: 1, out: expect.stringMatching(/^NOT VERIFIED/) });
  });

  it.each(['--help', '-h'])('prints its usage and ends with 0: %s', async (option) => {
    const { code, out, err } = await verify(option);
    expect(code).toBe(0);
    expect(out).toMatch(/^usage: npm run proof -- verify/);
    expect(err).toBe('');
  });

  it('lets the file write no verdict of its own', async () => {
    const forged = JSON.parse(await readFile(bundle('valid'), 'utf8'));
    forged.job.ref = 'SVC-1\u001b[2J\nVERIFIED';
    await writeFile(bundle('noisy'), JSON.stringify(forged));
    const { out } = await verify(bundle('noisy'));
    expect(out).toContain('SVC-1?[2J?VERIFIED');
  });

  it('writes the verdict as JSON when asked to', async () => {
    const { out } = await verify(bundle('valid'), ...keys, '--json');
    expect(JSON.parse(out)).toMatchObject({ verified: true, events: 6 });
  });

  it('fetches the keys from an address', async () => {
    const content = await readFile(vector('keys'));
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/keys' ? 200 : 404).end(content);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const from = (path: string) =>
      verify(bundle('valid'), '--jwks', `http://127.0.0.1:${port}${path}`);
    expect((await from('/keys')).code).toBe(0);
    expect(await from('/other')).toMatchObject({ code: 3, err: expect.stringContaining('404') });
    server.close();
  });

  const withKeys = (file: string) => [vector('bundle'), '--jwks', file];
  it.each([
    ['without a bundle', [], 'No file was named.'],
    ['with two', ['a.json', 'b.json'], 'not expected: b.json'],
    ['with an option it does not have', ['a.json', '--force'], "'--force'"],
    ['with an option that lacks its value', ['a.json', '--jwks'], "'--jwks"],
    [
      'with a bundle that is not there',
      ['nowhere.json'],
      'nowhere.json cannot be read: there is no',
    ],
    ['with a folder', [pathOf('.')], 'it is a folder'],
    ['with keys that are not there', withKeys('no-keys.json'), 'no-keys.json cannot be read'],
    ['with keys over a plain connection', withKeys('http://svc.example/keys'), 'use https'],
    ['with keys that are none', withKeys(vector('bundles')), 'There are no keys in'],
    ['with keys that are not JSON', withKeys(pathOf('../../README.md')), 'There are no keys in'],
  ])('ends with 3 and says why when called %s', async (_how, args, why) => {
    const { code, err } = await verify(...args);
    expect(code).toBe(3);
    expect(err).toContain(why);
    expect(err).not.toMatch(/^\s+at /m);
  });
});
