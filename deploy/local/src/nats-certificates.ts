/**
 * Certificate of the NATS servers and the authority that signs it, which is kept beside the secrets:
 *
 *     authority/       the one in use, with its key
 *     authority-next/  the next one, while it is replaced: roles trust both
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Authority, createAuthority, openAuthority } from '@svc/devnet';

const years = 365;
/** Names under which the servers of compose and of Kubernetes are reached. */
const natsHosts = ['nats', 'localhost', ...[0, 1, 2].map((n) => `nats-${n}.nats-headless`)];

type Write = (name: string, text: string) => void;

export interface NatsCertificates {
  draw(): Promise<void>;
  /** Another certificate and key by the same authority. */
  renew(): Promise<void>;
  /** A second authority, trusted beside the first. */
  add(): Promise<void>;
  /** The second one signs the certificate; the first is still trusted. */
  use(): Promise<void>;
  /** The first one is trusted no more. */
  drop(): Promise<void>;
}

export function natsCertificates(dir: string, write: Write): NatsCertificates {
  const [now, next] = [join(dir, 'authority'), join(dir, 'authority-next')];
  const create = (folder: string) => createAuthority({ dir: folder, days: 10 * years });
  const open = (folder: string) => {
    if (existsSync(join(folder, 'ca.key'))) return openAuthority(folder);
    throw new Error(`${folder} has no key: add another authority first.`);
  };
  const issue = async (authority: Authority) => {
    const { certificate, privateKey } = await authority.issue(natsHosts, 2 * years);
    write('nats/tls.crt', certificate);
    write('nats/tls.key', privateKey);
  };
  const trust = (...authorities: readonly Authority[]) =>
    write('nats/ca.crt', authorities.map(({ certificate }) => certificate).join(''));
  return {
    draw: async () => {
      const authority = await create(now);
      trust(authority);
      await issue(authority);
    },
    renew: async () => issue(await open(now)),
    add: async () => trust(await openAuthority(now), await create(next)),
    use: async () => issue(await open(next)),
    drop: async () => {
      trust(await open(next));
      rmSync(now, { recursive: true });
      renameSync(next, now);
    },
  };
}
