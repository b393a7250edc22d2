import { z } from 'zod';
import { hasDatabase, roles, storesFiles, together } from '../roles.ts';
import { backupSecret, ownerSecret, roleSecret, storageSecret } from '../secrets.ts';
import {
  type Container,
  containersOf,
  type Installation,
  ofKind,
  type Workload,
} from './installation.ts';

interface SecretUse {
  secret: string;
  /** Undefined where all keys are taken. */
  key: string | undefined;
}

/** A pod gets the Secrets that it needs and no other's: a taken process then gives away one service. */
export const secrecyProblems = (given: Installation): string[] => [
  ...given.workloads.flatMap((workload) =>
    usesOf(workload)
      .filter((use) => !mayUse(workload.name, use))
      .map(({ secret, key }) => {
        const what = key === undefined ? secret : `${key} of ${secret}`;
        return `${workload.kind} ${workload.name}: holds ${what}, which is not its own`;
      }),
  ),
  ...given.workloads.flatMap((workload) =>
    containersOf(workload)
      .flatMap(({ env }) => env)
      .filter(({ name, valueFrom }) => name.startsWith('SVC_') && isRequired(valueFrom))
      .map(({ name }) => `${workload.kind} ${workload.name}: ${name} is no file`),
  ),
  ...ofKind(given, 'ObjectStore').flatMap(({ metadata, spec }) =>
    Object.values(store.parse(spec).configuration.s3Credentials)
      .filter(({ name }) => name !== backupSecret)
      .map(({ name }) => `ObjectStore ${metadata.name}: backs up with ${name}, which pods hold`),
  ),
];

type Variable = Container['env'][number];

/** Every child of a process and every dump of its environment has what is in a variable. */
const isRequired = (from: Variable['valueFrom']): boolean =>
  from?.secretKeyRef !== undefined && !from.secretKeyRef.optional;

/** Spec of an ObjectStore of the barman-cloud plugin. */
const store = z.looseObject({
  configuration: z.looseObject({
    s3Credentials: z.record(z.string(), z.looseObject({ name: z.string() })),
  }),
});

const usesOf = (workload: Workload): SecretUse[] => [
  ...workload.spec.template.spec.volumes.flatMap(({ secret }): SecretUse[] => {
    if (!secret) return [];
    const { secretName, items } = secret;
    return items
      ? items.map(({ key }) => ({ secret: secretName, key }))
      : [{ secret: secretName, key: undefined }];
  }),
  ...containersOf(workload).flatMap(({ env, envFrom }) => [
    ...env.flatMap(({ valueFrom }): SecretUse[] => {
      const reference = valueFrom?.secretKeyRef;
      return reference ? [{ secret: reference.name, key: reference.key }] : [];
    }),
    ...envFrom.flatMap(({ secretRef }) =>
      secretRef ? [{ secret: secretRef.name, key: undefined }] : [],
    ),
  ]),
];

const named = (wanted: (role: (typeof roles)[number]) => boolean): ReadonlySet<string> =>
  new Set(roles.filter(wanted).map(({ name }) => name));
const withDatabase = named(hasDatabase);
const withFiles = named(storesFiles);
const isMigration = (workload: string): boolean =>
  withDatabase.has(workload.replace(/^migrate-/, '')) && workload.startsWith('migrate-');

type MayUse = (workload: string, key: string | undefined) => boolean;

const holders: Readonly<Record<string, MayUse>> = {
  ...Object.fromEntries(
    roles.map(({ name }): [string, MayUse] => [
      roleSecret(name),
      (workload, key) =>
        workload === name || (workload === `migrate-${name}` && key === 'database-password'),
    ]),
  ),
  ...Object.fromEntries(
    [...withDatabase].map((name): [string, MayUse] => [
      ownerSecret(name),
      (workload) => workload === `migrate-${name}`,
    ]),
  ),
  'postgres-app': isMigration,
  'postgres-ca': (workload) => withDatabase.has(workload) || isMigration(workload),
  'nats-tls': (workload, key) => workload === 'nats' || key === 'ca.crt',
  ...Object.fromEntries(
    [...withFiles, together.name].map((name): [string, MayUse] => [
      storageSecret(name),
      (workload) => workload === name,
    ]),
  ),
  'sftp-host': (workload) => workload === 'sftp',
  'sftp-keys': (workload) => workload === 'sftp',
  'sftp-client': (workload) => workload === 'files',
  mail: (workload) => workload === 'files',
  openid: (workload) => workload === 'desk',
};

const mayUse = (workload: string, { secret, key }: SecretUse): boolean => {
  const held = [workload, ...(workload === together.name ? (together.members ?? []) : [])];
  return held.some((role) => holders[secret]?.(role, key) ?? false);
};
