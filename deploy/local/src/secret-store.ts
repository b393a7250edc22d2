/**
 * Secrets of an installation as files, for compose and to make Kubernetes' Secrets from:
 *
 *     roles/<role>/secret              encrypts what the service stores; several while it is replaced
 *     roles/<role>/nats-seed           the role's login to the streams of NATS
 *     roles/<role>/nats-calls-seed     its login to calls; the other one behind it while they move
 *     roles/<role>/nats-*seed-next     the next one, while it is replaced
 *     roles/<service>/database-password  several while it is replaced
 *     postgres/password, postgres/url  of the owner, for Postgres and the migrations
 *     nats/users.conf                  public keys of all logins
 *     nats/authorization.conf          what each login may do, for compose
 *     nats/{ca.crt,tls.crt,tls.key}    certificate of the NATS servers
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { operatorRole } from '@svc/kit/nats-subjects';
import { drawNkey, publicNkey } from '@svc/kit/nkey';
import { type NatsCertificates, natsCertificates } from './nats-certificates.ts';
import { natsVariables } from './nats-config.ts';
import { natsRights, natsRoles, roleAuthorization } from './nats-roles.ts';
import { serviceNames } from './services.ts';

const hex = (): string => randomBytes(32).toString('hex');

export interface SecretStore {
  /** Draws what is missing; returns the names of what it made. */
  draw(): Promise<string[]>;
  /** A second secret, login or password, accepted beside the first. */
  add(name: string): void;
  /** The one that was added is used from now on; the other one stays readable. */
  use(name: string): void;
  /** The one that is not used is dropped. */
  drop(name: string): void;
  certificates: NatsCertificates;
  /** Another password of Postgres' owner, in both its files. */
  renewOwner(): void;
}

export function secretStore(dir: string): SecretStore {
  const path = (name: string) => join(dir, name);
  const has = (name: string) => existsSync(path(name));
  const read = (name: string) => readFileSync(path(name), 'utf8').trim();
  const write = (name: string, text: string) => {
    // Containers read them as another user; the outer folder keeps other users of this host out.
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text, { mode: 0o644 });
  };
  const certificates = natsCertificates(dir, write);
  const files = { has, read, write, remove: (name: string) => rmSync(path(name), { force: true }) };
  return {
    draw: async () => {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      const made = Object.entries(drawn(files)).filter(([name]) => !has(name));
      for (const [name, make] of made) write(name, make());
      if (!has('postgres/url')) write('postgres/url', ownerUrl(read('postgres/password')));
      if (!has('nats/tls.crt')) await certificates.draw();
      write('nats/authorization.conf', authorization());
      writeUsers(files);
      return made.map(([name]) => name);
    },
    ...replacement(files),
    certificates,
    renewOwner: () => {
      write('postgres/password', hex());
      write('postgres/url', ownerUrl(read('postgres/password')));
    },
  };
}

/** Secrets of a new installation, and how each is drawn. */
const drawn = ({ has, read }: Files): Record<string, () => string> => ({
  ...Object.fromEntries(
    natsRoles().flatMap(({ name }) => [
      callsLogin(name, has(seedOf(name)) ? [read(seedOf(name))] : []),
      [seedOf(name), () => drawNkey().seed],
      ...(name === operatorRole ? [] : [[`roles/${name}/secret`, hex]]),
    ]),
  ),
  ...Object.fromEntries(serviceNames.map((name) => [`roles/${name}/database-password`, hex])),
  'postgres/password': hex,
});

const seedOf = (role: string): string => `roles/${role}/nats-seed`;
const callsSeedOf = (role: string): string => `roles/${role}/nats-calls-seed`;

/** A role that has called with another login serves under that, too, until `drop`. */
const callsLogin = (role: string, others: readonly string[]) =>
  [callsSeedOf(role), () => [drawNkey().seed, ...others].join(',')] as const;

const ownerUrl = (password: string): string =>
  `postgres://postgres:${password}@postgres:5432/postgres`;

interface Files {
  has(name: string): boolean;
  read(name: string): string;
  write(name: string, text: string): void;
  remove(name: string): void;
}

/** Default: a live environment. */
const namespace = 'svc-live';
const authorization = (): string => roleAuthorization(namespace, './users.conf');

/** A key that is not in use is one whose seed nobody has. */
function writeUsers({ has, read, write }: Files): void {
  const lines = [...natsRights(namespace)].flatMap(([name, rights]) => {
    const variables = natsVariables(name);
    const keyIn = (file: string) => (has(file) ? publicNkey(seedsIn(read(file))[0]) : nobody());
    const isMoving = seedsIn(read(callsSeedOf(name))).length > 1;
    const facts = [
      [variables.facts[0], isMoving ? nobody() : keyIn(seedOf(name))],
      [variables.facts[1], keyIn(`${seedOf(name)}-next`)],
    ];
    const entries = [
      // The server refuses a variable that it does not use.
      ...(rights.facts ? facts : []),
      [variables.calls[0], keyIn(callsSeedOf(name))],
      [variables.calls[1], keyIn(`${callsSeedOf(name)}-next`)],
      [variables.single, isMoving ? keyIn(seedOf(name)) : nobody()],
    ];
    return entries.map(([variable, key]) => `${variable} = ${key}\n`);
  });
  write('nats/users.conf', lines.join(''));
}

const nobody = (): string => drawNkey().nkey;
const seedsIn = (text: string): [string, ...string[]] => {
  const [first = '', ...others] = text.split(',');
  return [first, ...others];
};

function replacement(files: Files): Pick<SecretStore, 'add' | 'use' | 'drop'> {
  const { has, read, write, remove } = files;
  const secrets = (name: string): string[] => read(name).split(',');
  const requireTwo = (name: string): string[] => {
    const found = secrets(name);
    if (found.length < 2) throw new Error(`${name} holds one secret: add another first.`);
    return found;
  };
  const swap = (name: string) => {
    const [now, next] = [read(name), read(`${name}-next`)];
    write(name, next);
    write(`${name}-next`, now);
  };
  return {
    add: (name) => {
      if (isLogin(name)) write(`${name}-next`, drawNkey().seed);
      else if (isSecret(name)) write(name, [...secrets(name), hex()].join(','));
      else throw new Error(`${name} cannot have two values.`);
      writeUsers(files);
    },
    use: (name) => {
      if (isLogin(name) && has(`${name}-next`)) swap(name);
      else write(name, [requireTwo(name).at(-1), ...requireTwo(name).slice(0, -1)].join(','));
      writeUsers(files);
    },
    drop: (name) => {
      if (isLogin(name)) {
        write(name, seedsIn(read(name))[0]);
        remove(`${name}-next`);
      } else write(name, requireTwo(name).slice(0, -1).join(','));
      writeUsers(files);
    },
  };
}

const isLogin = (name: string): boolean => /\/nats-(calls-)?seed$/.test(name);
/** A list in one file. */
const isSecret = (name: string): boolean => /\/(secret|database-password)$/.test(name);
