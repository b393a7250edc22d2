import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { processConfig, readConfig } from '../src/settings/config.ts';

const secret = 'x'.repeat(32);

describe('configuration', () => {
  it('has a working default for everything but the secret', () => {
    // An empty variable counts as absent.
    const config = readConfig(processConfig, { SVC_SECRET: secret, SVC_NATS_URL: '' });
    const defaults = { SVC_ENVIRONMENT: 'live', SVC_POOL_MAX: 10, SVC_CHECK_OUTPUTS: false };
    expect(config).toMatchObject(defaults);
    expect(config.SVC_NATS_URL).toBeUndefined();
  });

  it('is refused with every fault named and no value shown', () => {
    const env = { SVC_SECRET: 'short and secret', SVC_POOL_MAX: 'many', SVC_ENVIRONMENT: 'prod' };
    const start = () => readConfig(processConfig, env);
    expect(start).toThrow(/SVC_SECRET.*SVC_POOL_MAX|SVC_POOL_MAX.*SVC_SECRET|SVC_ENVIRONMENT/s);
    expect(start).not.toThrow(/short and secret/);
  });

  it('reads a mounted secret from the file that *_FILE names, and refuses one that is set twice', () => {
    const dir = mkdtempSync(join(tmpdir(), 'svc-config-'));
    try {
      writeFileSync(join(dir, 'secret'), `${secret}\n`);
      const config = readConfig(z.object({ SVC_SECRET: z.string() }), {
        SVC_SECRET_FILE: join(dir, 'secret'),
        SVC_SECRET: '',
      });
      expect(config.SVC_SECRET).toBe(secret);
      const both = { SVC_SECRET_FILE: join(dir, 'secret'), SVC_SECRET: 'another' };
      expect(() => readConfig(processConfig, both)).toThrow(
        'SVC_SECRET_FILE: SVC_SECRET is set, too: unset one of them',
      );
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
