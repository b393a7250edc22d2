/**
 * Containers of deploy/compose.yaml: environment, mounts, command and health check, with variables
 * replaced as Compose does. Names on the network are those of the file.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '@svc/image/build';
import { parse } from 'yaml';
import { z } from 'zod';

const folder = join(root, 'deploy');
const words = z.array(z.string());
const compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string(),
      read_only: z.boolean().default(false),
      environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
      volumes: words.default([]),
      entrypoint: words.optional(),
      command: words.optional(),
      healthcheck: z.looseObject({ test: words }).optional(),
    }),
  ),
});

const given = compose.parse(
  parse(readFileSync(join(folder, 'compose.yaml'), 'utf8'), { merge: true, maxAliasCount: -1 }),
).services;

/** A mount of a named volume, or of a file or folder of this machine. */
export interface Mount {
  source: string;
  isVolume: boolean;
  target: string;
  mode: 'rw' | 'ro';
}

export interface ContainerService {
  image: string;
  environment: Record<string, string>;
  entrypoint: string[] | undefined;
  command: string[] | undefined;
  healthTest: string[] | undefined;
  mounts: Mount[];
  /** Read-only root without capabilities; /tmp in memory. */
  isHardened: boolean;
}

/** One that no file describes. */
export const bare: ContainerService = {
  ...{ image: '', environment: {}, mounts: [], isHardened: false },
  ...{ entrypoint: undefined, command: undefined, healthTest: undefined },
};

export interface ComposeOptions {
  /** Of the shell that would run `docker compose`. */
  variables: Readonly<Record<string, string>>;
  /** Instead of deploy/secrets. */
  secrets: string;
}

const composeNames = Object.keys(given);
export const migrationNames = composeNames.filter((name) => name.startsWith('migrate-'));

export function composeService(
  name: string,
  { variables, secrets }: ComposeOptions,
): ContainerService {
  const service = given[name];
  if (!service) throw new Error(`compose.yaml has no service ${name}`);
  const filled = (text: string) => interpolated(text, variables);
  const sourceOf = (path: string) =>
    path.startsWith('./secrets') ? join(secrets, path.slice('./secrets'.length)) : path;
  return {
    image: filled(service.image),
    environment: Object.fromEntries(
      Object.entries(service.environment).map(([key, value]) => [key, filled(String(value))]),
    ),
    entrypoint: service.entrypoint?.map(filled),
    command: service.command?.map(filled),
    healthTest: service.healthcheck?.test.map(filled),
    isHardened: service.read_only,
    mounts: service.volumes.map((volume) => {
      const [source = '', target = '', mode = 'rw'] = volume.split(':');
      const isVolume = !source.startsWith('.');
      return {
        source: isVolume ? source : resolve(folder, sourceOf(source)),
        ...{ target, isVolume, mode: mode === 'ro' ? 'ro' : 'rw' },
      };
    }),
  };
}

/** `$$`, `${NAME}` and `${NAME:-default}`. */
const interpolated = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\$|\$\{(\w+)(?::-([^}]*))?\}/g, (_, name?: string, usual = '') =>
    name === undefined ? '$' : variables[name] || usual,
  );
