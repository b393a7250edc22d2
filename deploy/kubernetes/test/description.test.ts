import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deskConfig } from '@svc/desk/config';
import { gatewayConfig } from '@svc/gateway/config';
import { migrationConfig, processConfig, readConfig } from '@svc/kit/config';
import { roleOfService } from '@svc/kit/nats-permissions';
import { natsNames } from '@svc/kit/nats-subjects';
import { services } from '@svc/local/services';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { responseDuration } from '../../../services/webhooks/src/workflows/metrics.ts';
import { root } from '../src/generator.ts';
import { connectionsMax } from '../src/objects/postgres.ts';
import { hardExitSeconds } from '../src/objects/role-objects.ts';
import { isOptional, loads, roles, together } from '../src/roles.ts';
import { containersOf, installation } from '../src/rules/installation.ts';
import { chosenSettings, getSource, sources } from '../src/settings.ts';
import { built, getManifest, overlayNames } from './overlay-build.ts';

const source = (path: string): string => readFileSync(join(root, '../..', path), 'utf8');
const schemas = new Map<string, z.ZodObject[]>([
  ...services.map(({ contract, config }): [string, z.ZodObject[]] => [
    contract.name,
    [processConfig, config],
  ]),
  ['gateway', [processConfig, gatewayConfig]],
  ['desk', [processConfig, deskConfig]],
]);

describe('the description', () => {
  it("has the roles that the image's entry knows", () => {
    const entry = source('deploy/process/src/main.ts');
    const known = [...entry.matchAll(/^ {2}(\w+): async \(\) => \(await import\('@svc\//gm)].map(
      ([, name]) => name,
    );
    expect(roles.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
    expect(Object.keys(loads).toSorted()).toEqual(known.toSorted());
  });

  it('says of each setting where it comes from, and refuses one that it does not know', () => {
    const read = new Set(roles.flatMap(({ settings }) => settings));
    expect(Object.keys(sources).toSorted()).toEqual([...read].toSorted());
    expect(() => getSource('SVC_NEW')).toThrow('SVC_NEW is read by a process and missing');
  });

  it.each(roles)('gives $name what it must have', ({ name }) => {
    const faults = (schemas.get(name) ?? []).flatMap(
      (schema) => schema.safeParse({}).error?.issues ?? [],
    );
    const required = new Set(faults.map(({ path }) => String(path[0])));
    expect(required).toContain('SVC_SECRET');
    for (const setting of required) expect(getSource(setting).from).not.toBe('default');
  });

  it('gives users of NATS the rights over all consumers that the kit makes', () => {
    const text = getManifest(built('live'), 'ConfigMap', 'nats-authorization').data;
    for (const definition of services) {
      const { name, consumes } = roleOfService(definition, []);
      for (const producer of consumes) {
        const consumer = natsNames.consumer(name, producer);
        expect(text?.['authorization.conf']).toContain(`"$JS.ACK.svc-${producer}.${consumer}.>"`);
      }
    }
  });

  it('leaves a process more time than it takes', () => {
    expect(source('packages/kit/src/host/shutdown.ts')).toContain(
      `hardExitMs = ${hardExitSeconds}_000`,
    );
    const { workloads } = installation(built('live'));
    for (const { name, spec } of workloads) {
      if (!(name in loads)) continue;
      const { terminationGracePeriodSeconds: grace } = spec.template.spec;
      expect(grace).toBeGreaterThanOrEqual(hardExitSeconds + 5);
    }
  });

  it('scales webhooks alone by what is under way and by what waits, as the code says it', () => {
    const scaled = built('ha').filter(({ kind }) => kind === 'ScaledObject');
    const queried = scaled.filter((each) => JSON.stringify(each).includes('svc_webhook_'));
    expect(queried.map(({ metadata }) => metadata.name)).toEqual(['webhooks']);
    const text = JSON.stringify(scaled);
    const names = new Set([...text.matchAll(/svc_[a-z_]+(?=\{)/g)].map(([name]) => name));
    const { name, type } = responseDuration;
    expect([type, ...names]).toEqual(['histogram', `${name}_sum`, 'svc_webhook_deliveries_due']);
    const own = source('services/webhooks/src/workflows/metrics.ts');
    expect(own).toContain("gauge({\n  name: 'svc_webhook_deliveries_due',");
    const query = /"query":"max\(svc_webhook_deliveries_due\{namespace=\\"svc-live\\"\}\)"/;
    expect(text).toMatch(query);
  });

  it('lets Postgres take the connections of all replicas', () => {
    const poolMax = Number(chosenSettings('live').SVC_POOL_MAX);
    const text = JSON.stringify(getManifest(built('live'), 'Cluster', 'postgres'));
    const connections = Number(/"max_connections":"(\d+)"/.exec(text)?.[1]);
    expect(connections).toBeGreaterThanOrEqual(connectionsMax(poolMax) + 50);
  });

  it.each(overlayNames)('gives Postgres memory for all connections in %s', (name) => {
    const text = JSON.stringify(getManifest(built(name), 'Cluster', 'postgres'));
    const count = Number(/"max_connections":"(\d+)"/.exec(text)?.[1]);
    const gibibytes = Number(/"limits":\{"memory":"(\d+)Gi"/.exec(text)?.[1]);
    // A backend takes 4.7 MB at most, the buffers 1 GB.
    expect(gibibytes * 1024).toBeGreaterThan(1024 + count * 4.7);
  });
});

describe.each(overlayNames)('the code accepts the settings of %s', (name) => {
  const manifests = built(name);
  const { workloads } = installation(manifests);
  const settings = getManifest(manifests, 'ConfigMap', 'settings').data ?? {};
  const inSecrets: Record<string, string> = {
    SVC_SECRET: 'x'.repeat(32),
    SVC_DATABASE_PASSWORD: 'x'.repeat(32),
    SVC_DATABASE_URL: 'postgres://postgres-rw:5432/svc',
    SVC_NATS_SEED: 'SU',
    SVC_NATS_CALLS_SEED: 'SUA',
    SVC_NATS_CA: '-----BEGIN CERTIFICATE-----',
    SVC_SFTP_KEY: 'a key',
    SVC_SFTP_HOST_KEY: `SHA256:${'x'.repeat(43)}`,
    SVC_POSTGRES_URL: 'postgresql://svc:x@postgres-rw.svc-live:5432/svc',
  };

  /** Environment as kubelet would set it; optional Secrets are absent. */
  const variablesOf = (workload: string): NodeJS.ProcessEnv => {
    const isTogether = name === 'small' && together.members?.includes(workload);
    const found = workloads.find((one) => one.name === (isTogether ? together.name : workload));
    const variables = found ? containersOf(found).flatMap(({ env }) => env) : [];
    return Object.fromEntries(
      variables.map(({ name: variable, value, valueFrom }) => {
        const key = valueFrom?.configMapKeyRef?.key;
        // A required Secret is a file.
        const setting = variable.replace(/_FILE$/, '');
        const text = setting === variable ? value : undefined;
        return [setting, text ?? (key && settings[key]) ?? inSecrets[setting]];
      }),
    );
  };

  const present = roles.filter((role) => name !== 'sandbox' || !isOptional(role));
  it.each(present)('as $name starts with them', ({ name: role }) => {
    const env = variablesOf(role);
    expect(env.SVC_SERVICE?.split(',')).toContain(role);
    const [own, config] = schemas.get(role) ?? [];
    if (!own || !config) throw new Error(`no schema of ${role}`);
    const isSandbox = name === 'sandbox';
    const isService = services.some(({ contract }) => contract.name === role);
    expect(readConfig(own, env)).toMatchObject({
      SVC_ENVIRONMENT: isSandbox ? 'sandbox' : 'live',
      // Gateway and desk have no stream.
      SVC_NATS_REPLICAS: name === 'small' || !isService ? 1 : 3,
    });
    const given = readConfig(config, env);
    if ('SVC_FILES_URL' in given) expect(given.SVC_FILES_URL).toMatch(/^s3:/);
    expect(env.SVC_POSTGRES_URL).toBeUndefined();
    expect('SVC_DATABASE_URL' in env).toBe(isService);
  });

  it('as the migrations start with them', () => {
    const env = variablesOf('migrate-jobs');
    expect(env.SVC_SECRET).toBeUndefined();
    expect(readConfig(migrationConfig, env)).toMatchObject({
      SVC_DATABASE_PASSWORD: expect.any(String),
      SVC_ENVIRONMENT: name === 'sandbox' ? 'sandbox' : 'live',
      SVC_POSTGRES_URL: expect.stringContaining('postgres-rw'),
    });
  });
});
